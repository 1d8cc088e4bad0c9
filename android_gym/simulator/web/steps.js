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
// Numbers of nodes follow from when they are first read, so they are read after each step.
const status = (with_tree) => {
  const root = document.scrollingElement || document.documentElement;
  if (asked.size) withdraw();
  const told = {
    events: events.splice(0), tree: null, dirty, late, next: time.next(), focus: focused(), zoom,
    url: location.href, title: document.title,
    scroll: root ? [scrollX, scrollY, Math.max(0, root.scrollWidth - innerWidth), Math.max(0, root.scrollHeight - innerHeight)] : [0, 0, 0, 0],
    scale: scale(), selection: active()?.type === 'password' ? '' : String(getSelection() || '').slice(0, MOST_TEXT), matches: ranges.length ? [match + 1, ranges.length] : [0, 0],
    selected: chosen && asked_again(selected), suggests: offered && asked_again(suggestions),
  };
  dirty = false;
  if (stale && with_tree && !hidden) {
    [told.tree, told.frames] = tree();
    stale = false;
  }
  if (owned && owners.has(active())) told.inner = key_of(active());
  zoom = 0;
  return told;
};
const steps = {
  advance: () => null,
  down, move, up, cancel, takes, aim_again, edit, find, seek, show_match, answer, select_all, unselect, suggest,
  resize: (width, height, dense) => {
    PHONE.size = [width, height];
    PHONE.density = dense;
    const e = active();
    if (e && is_field(e)) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
    mark();
    return null;
  },
  // Another frame is used now.
  release: () => {
    chosen = offered = null;
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
    await time.rest();
    if (time.animate()) mark();
    done++;
    if (dirty || result) break;
  }
  ask_for_frame();
  return [done, result === undefined ? null : result, status(name === 'settle')];
};
// The same in a frame, after the frame that the engine has drawn; `place` tells where it is seen.
let hidden = false; // whether it is a frame of which nothing is seen
const visit = (to, came, place) => {
  hidden = !place;
  if (place && JSON.stringify(place) !== JSON.stringify(placed)) {
    placed = place;
    stale = true;
    found.clear();
  }
  return run([[to, 'settle', came]]);
};
// A sandbox may forbid scripts: this one has run then, but nothing would ever call it.
let called = false;
const probe = new EventTarget();
add_listener.call(probe, 'probe', () => { called = true; });
probe.dispatchEvent(new Event('probe'));
if (called) Object.defineProperty(window, PHONE.name, {value: {
  run, settle, visit, owns, enter: time.enter, sow: time.sow,
  painted: () => time.framed(() => {}),
  leaves_clean, waits: () => !begun,
  skip: () => skip(),
}});
