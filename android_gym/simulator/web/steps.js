// The functions that Python calls in a page, as properties of `window[PHONE.name]`.
const focused = () => {
  const e = editable_root(active());
  return e && is_field(e) ? key_of(e) : 0;
};
// Cache of what is expensive to compute, until something changes.
const found = new Map(); // by function: its last result, and what that depends on
const asked_again = (find) => {
  const rests = !fingers.size && !fling, before = found.get(find);
  if (!dirty && before && before.rests === rests && before.chosen === chosen && before.offered === offered) return before.value;
  const value = find();
  found.set(find, {value, rests, chosen, offered});
  return value;
};
// Nodes are numbered when they are first read, so they are read after each step, wanted or not.
const status = (with_tree) => {
  const root = document.scrollingElement || document.documentElement;
  if (asked.size) withdraw();
  if (used.size) tell_stored();
  const told = {
    events: events.splice(0), tree: null, dirty, late, next: time.next(), focus: focused(), zoom, pan, stopped,
    url: location.href, title: document.title,
    scroll: root ? [scroll_x(), scroll_y(), Math.max(0, root.scrollWidth - inner_width()), Math.max(0, root.scrollHeight - inner_height())] : [0, 0, 0, 0],
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
  pan = null;
  return told;
};
const steps = {
  advance: () => null,
  down, move, up, cancel, takes, aim_again, edit, find, seek, show_match, answer, select_all, unselect, suggest, refresh,
  resize: (width, height, dense) => {
    PHONE.size = [width, height];
    PHONE.density = dense;
    const e = active();
    if (e && is_field(e)) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
    mark();
    return null;
  },
  // The user has turned to another frame.
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
  lead_on: (key) => {
    lead_on(key);
    mark();
    return null;
  },
  settle: (came) => {
    if (came) mark();
    end_double_tap();
    quiet = true;
    time.observed();
    return null;
  },
};
// A frame shows all changes from before it begins.
let framed = null; // resolves after the requested frame
let begun = true; // whether that has begun
let skip = () => {}; // continues without it
const ask_for_frame = () => {
  begun = false;
  const begins = () => { late = false; begun = true; };
  framed = Promise.race([time.framed(begins), new Promise((done) => { skip = done; })]);
};
// Returns the status after the requested frame, or a new one if the engine draws on its own.
const settle = async (to, came) => {
  if (PHONE.free) ask_for_frame();
  await framed;
  return run([[to, 'settle', came]]);
};
// Runs several steps, each [time, name, ...arguments], advancing the time before each. Ends early
// if something has changed, so that a frame has to follow. Returns [number of steps that were run,
// result of the last one, status].
const run = async (list) => {
  let done = 0, result = null, name = '';
  if (!['settle', 'aim_again'].includes(list[0][1])) stopped = false; // an input begins
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
// Returns the status of a document in a frame, after the engine has drawn; `place` says where the
// frame is visible.
let hidden = false; // whether this is a frame that isn't visible
const visit = (to, came, place) => {
  hidden = !place;
  if (place && JSON.stringify(place) !== JSON.stringify(placed)) {
    placed = place;
    stale = true;
    found.clear();
  }
  return run([[to, 'settle', came]]);
};
// Answers in JSON, whatever the page has made of `toJSON`; with null if it can't be undone.
const {stringify} = JSON;
const shapes = {array: Array.prototype, object: Object.prototype};
const {getOwnPropertyDescriptor: own_of, defineProperty: define} = Object;
const json = (value) => {
  const in_array = own_of(shapes.array, 'toJSON'), in_object = own_of(shapes.object, 'toJSON');
  if (!in_array && !in_object) return stringify(value);
  try {
    delete shapes.array.toJSON;
    delete shapes.object.toJSON;
    return stringify(value);
  } catch {
    return null;
  } finally {
    if (in_array) define(shapes.array, 'toJSON', in_array);
    if (in_object) define(shapes.object, 'toJSON', in_object);
  }
};
const answering = (step) => async (first, second, third) => json(await step(first, second, third));
// If a sandbox forbids scripts, this one runs, but its listeners and timers are never called.
let called = false;
const probe = new EventTarget();
add_listener.call(probe, 'probe', () => { called = true; });
probe.dispatchEvent(new Event('probe'));
if (called) Object.defineProperty(window, PHONE.name, {value: {
  run: answering(run), settle: answering(settle), visit: answering(visit), owns, enter: time.enter, sow: time.sow,
  painted: () => time.framed(() => {}),
  leaves_clean, waits: () => !begun,
  skip: () => skip(),
}});
