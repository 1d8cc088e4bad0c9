// What Python asks a page to do: it calls `window[PHONE.name]`.
const focused = () => {
  const e = editable_root(active());
  return e && is_field(e) ? key_of(e) : 0;
};
// What takes its time to find is found again once something has changed.
const found = new Map(); // by the function: what came of it
const asked_again = (find) => {
  const rests = !fingers.size && !fling, before = found.get(find);
  if (!dirty && before && before.rests === rests && before.chosen === chosen && before.offered === offered) return before.value;
  const value = find();
  found.set(find, {value, rests, chosen, offered});
  return value;
};
// Frames inside the page change, and have timers, without its scripts hearing of it. Those of other
// origins can't be asked, and nothing in them is a node.
const frame_count = Object.getOwnPropertyDescriptor(window, 'length').get;
const MOST_FRAMES = 100;
const of_frames = (ask) => {
  const told = [];
  for (let i = Math.min(frame_count.call(window), MOST_FRAMES) - 1; i >= 0; i--)
    try { told.push(ask(window[i][PHONE.name])); } catch { /* another origin's, or without scripts */ }
  return told;
};
const frames_changed = () => of_frames((frame) => frame.take_changes()).includes(true);
const take_changes = () => {
  const changes = frames_changed() || dirty;
  dirty = false;
  return changes;
};
// When the next thing is due, in one of its frames or in itself; -1 where nothing is.
const next_due = () => {
  const due = [time.next(), ...of_frames((frame) => frame.next_due())].filter((at) => at >= 0);
  return due.length ? Math.min(...due) : -1;
};
// Numbers of nodes follow from when they are first read, so they are read after each step.
const status = (with_tree) => {
  const root = document.scrollingElement || document.documentElement;
  const waits = next_due();
  if (asked.size) withdraw();
  const told = {
    events: events.splice(0), tree: null, dirty, late, next: waits, focus: focused(), zoom,
    url: location.href, title: document.title,
    scroll: root ? [scrollX, scrollY, Math.max(0, root.scrollWidth - innerWidth), Math.max(0, root.scrollHeight - innerHeight)] : [0, 0, 0, 0],
    scale: scale(), selection: active()?.type === 'password' ? '' : String(getSelection() || '').slice(0, MOST_TEXT), matches: ranges.length ? [match + 1, ranges.length] : [0, 0],
    selected: chosen && asked_again(selected), suggests: offered && asked_again(suggestions),
  };
  dirty = false;
  if (stale && with_tree) {
    told.tree = tree();
    stale = false;
  }
  zoom = 0;
  return told;
};
const steps = {
  advance: () => null,
  down, move, up, cancel, aim_again, edit, find, answer, select_all, unselect, suggest,
  resize: (width, height) => {
    PHONE.size = [width, height];
    const e = active();
    if (e && is_field(e)) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
    mark();
    return null;
  },
  action: (key) => {
    const e = node_of(key);
    if (e && active() !== e) e.focus({preventScroll: true});
    return null;
  },
  settle: (came) => {
    if (came) mark();
    quiet = true;
    time.observed();
    return null;
  },
};
// What comes before a frame begins is shown by it.
let framed = null; // resolves after the frame that was asked for
let begun = true; // whether that has begun
let skip = () => {}; // goes on without it
const ask_for_frame = () => {
  begun = false;
  const begins = () => { late = false; begun = true; };
  framed = Promise.race([time.framed(begins), new Promise((done) => { skip = done; })]);
};
// Hears what a frame has led to, once it has been; where the engine draws by itself, that is one
// that begins now.
const settle = async (to, came) => {
  if (PHONE.free) ask_for_frame();
  await framed;
  return run([[to, 'settle', came]]);
};
// Does several things one after another, each [when, what, with what]: time passes until then
// first. Ends early where something has changed that a frame has to follow. Returns [how many are
// done, what came of the last one, the page's status].
const run = async (list) => {
  let done = 0, result = null, name = '';
  for (const [to, what, ...given] of list) {
    name = what;
    await time.pass(to);
    result = steps[what](...given);
    await time.hop();
    if (time.animate() || frames_changed()) mark();
    done++;
    if (dirty || result) break;
  }
  ask_for_frame();
  return [done, result === undefined ? null : result, status(name === 'settle')];
};
Object.defineProperty(window, PHONE.name, {value: {
  run, settle, pass: time.pass, sow: time.sow,
  painted: () => time.framed(() => {}),
  leaves_clean, take_changes, next_due, waits: () => !begun,
  skip: () => skip(),
}});
