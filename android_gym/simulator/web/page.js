// What the phone does to a page: names its elements, hears of changes, answers for what Android
// does by windows of its own. Runs before any script of the page, after clock.js, whose `time` it
// uses; the other scripts follow in the order of `surroundings.py`, all in one function.
const MOST_TEXT = 20000; // characters of one node
const MOST_LINES = 2000; // of the console
const MOST_EVENTS = 1000; // told at once
const events = [];
const tell = (...event) => { if (events.length < MOST_EVENTS) events.push(event); };
let dirty = true; // whether something has changed since the page was last asked
let stale = true; // whether something has changed since its nodes were last read
let late = true; // whether something has changed that the last frame has not shown

// -- identities

const keys = new WeakMap();
const elements = new Map();
let last_key = 0;
const key_of = (node) => {
  let key = keys.get(node);
  if (!key) {
    keys.set(node, (key = ++last_key));
    elements.set(key, new WeakRef(node));
  }
  return key;
};
const node_of = (key) => {
  const ref = elements.get(key);
  const node = ref && ref.deref();
  return node && node.isConnected ? node : null;
};

// -- frames: what is in them has scripts of its own, which Python speaks to one by one

const owners = new WeakSet(); // elements whose frames are spoken to
let owned = false; // whether there are any
let placed = null; // of a frame: [left, top, pixels of the view in a CSS pixel, what of the view shows it]
// Returns where the view begins in CSS pixels.
const origin = () => {
  if (placed) return [placed[0], placed[1]];
  const view = window.visualViewport;
  return view ? [view.offsetLeft, view.offsetTop] : [0, 0];
};
// Returns what of the view shows the page, or the frame.
const seen = () => (placed ? placed[3] : [0, 0, PHONE.size[0], PHONE.size[1]]);
const owns = (element) => {
  owned = true;
  owners.add(element);
  mark();
  return key_of(element);
};

// -- what changes

const mark = () => { dirty = stale = late = true; };
new MutationObserver(mark).observe(document, {
  subtree: true, childList: true, attributes: true, characterData: true,
});
for (const name of ['scroll', 'input', 'change', 'focus', 'blur', 'load', 'toggle', 'resize'])
  addEventListener(name, mark, {capture: true, passive: true});
// Told of after the frame that has shown it.
addEventListener('selectionchange', () => { dirty = stale = true; }, {capture: true, passive: true});

// -- what outlives a page, or speaks when it is left

let lingers = false; // whether the page has had to do with any of it
const LEAVING = ['beforeunload', 'unload', 'pagehide', 'visibilitychange', 'freeze'];
for (const [kind, names] of [
  [Window, ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore', 'name', 'launchQueue']],
  [Document, ['cookie']],
]) for (const name of names) {
  const holder = kind === Window && Object.hasOwn(window, name) ? window : kind.prototype;
  const own = Object.getOwnPropertyDescriptor(holder, name);
  if (!own || !own.get || !own.configurable) continue;
  Object.defineProperty(holder, name, {
    ...own,
    get() { lingers = true; return own.get.call(this); },
    set: own.set && function (value) { lingers = true; own.set.call(this, value); },
  });
}
const leaves_clean = () =>
  !lingers && !zoom && !document.fullscreenElement && (!window.visualViewport || visualViewport.scale === 1) &&
  LEAVING.every((name) => !window['on' + name] && !document['on' + name]);
// A page is the first one in its place, whatever was shown there before.
const entries = Object.getOwnPropertyDescriptor(History.prototype, 'length').get;
const earlier = entries.call(history) - 1;
Object.defineProperty(History.prototype, 'length', {
  get() { return entries.call(this) - earlier; }, configurable: true, enumerable: true,
});
const go = History.prototype.go;
for (const [name, step] of [['go', (by) => by | 0], ['back', () => -1], ['forward', () => 1]])
  History.prototype[name] = {[name](by) {
    lingers = true;
    const steps = step(by);
    if (steps > -this.length) go.call(this, steps);
  }}[name];
for (const name of ['pushState', 'replaceState']) {
  const own = History.prototype[name];
  History.prototype[name] = {[name](...given) { lingers = true; return own.apply(this, given); }}[name];
}

// -- a console that is written to without end

let lines = 0;
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']) {
  const own = console[name];
  console[name] = function (...given) { if (++lines <= MOST_LINES) own.apply(console, given); };
}

// -- who listens to taps

const tapped = new WeakSet();
const {addEventListener: add_listener, removeEventListener: remove_listener} = EventTarget.prototype;
EventTarget.prototype.addEventListener = function addEventListener(name, ...rest) {
  if (LEAVING.includes(name)) lingers = true;
  if (name === 'click' || name === 'mousedown' || name === 'mouseup') {
    if (this instanceof Element) tapped.add(this);
  }
  return add_listener.call(this, name, ...rest);
};
const listens = (element) =>
  tapped.has(element) || element.onclick || element.onmousedown || element.onmouseup;

// -- style sheets of ours, which stay where a page sets its own

const sheets = []; // of the document
const inner_sheets = []; // of shadow trees as well
const attach_shadow = Element.prototype.attachShadow;
const adopted = [Document, ShadowRoot].map((kind) => [kind, Object.getOwnPropertyDescriptor(kind.prototype, 'adoptedStyleSheets')]);
const adopt = (sheet, inside = false) => {
  sheets.push(sheet);
  if (inside) inner_sheets.push(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets];
};
for (const [kind, own] of adopted) {
  if (!own || !own.set) continue;
  Object.defineProperty(kind.prototype, 'adoptedStyleSheets', {...own, set(given) {
    const ours = kind === ShadowRoot ? inner_sheets : this === document ? sheets : [];
    own.set.call(this, [...ours, ...[...given].filter((sheet) => !ours.includes(sheet))]);
  }});
}
Element.prototype.attachShadow = function attachShadow(...given) {
  const root = attach_shadow.apply(this, given);
  root.adoptedStyleSheets = [];
  return root;
};

// -- a caret blinks by the host's clock, where frames come by it

if (PHONE.free) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important; }');
  adopt(sheet, true);
}

// -- text in another size, as Android's text scaling has it

if (PHONE.text_zoom !== 100) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { -webkit-text-size-adjust: ${PHONE.text_zoom}% !important; }`);
  adopt(sheet, true);
}

// -- pages that want out

const absolute = (url) => {
  try { return new URL(url, document.baseURI).href; } catch { return String(url); }
};
// Windows are for the user to ask for: by the phone's clock, since the engine's own is the host's.
const ACTIVE_MS = 5000;
let acted = -Infinity;
const user_acts = () => { acted = time.now(); };
for (const name of ['mousedown', 'keydown'])
  add_listener.call(window, name, (event) => { if (event.isTrusted) user_acts(); }, true);
const tell_window = (url) => {
  tell('window', url, time.now() - acted < ACTIVE_MS);
  acted = -Infinity; // each thing done asks for one window
};
window.open = function open(url) {
  tell_window(absolute(url === undefined || url === '' ? 'about:blank' : url));
  return null;
};
window.print = () => {};
// Returns whether a window, which may be another origin's, has a frame of that name.
const holds_frame = (around, name) => {
  try {
    const found = around[name];
    for (let i = 0; i < around.length; i++) if (around[i] === found) return true;
  } catch { /* the name of something else */ }
  return false;
};
const INSIDE = ['http:', 'https:', 'file:', 'content:', 'data:', 'blob:', 'about:', 'javascript:', 'chrome:', 'view-source:'];
const lead_away = (event) => {
  const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement || e instanceof HTMLAreaElement);
  if (!link || !link.href || event.defaultPrevented) return;
  if (!INSIDE.includes(link.protocol)) { // another app's; the engine would drop it
    event.preventDefault();
    tell('away', link.href);
  } else if (link.hasAttribute('download')) {
    event.preventDefault();
    download(link.href, link.download);
  } else if (link.target && !['_self', '_top', '_parent'].includes(link.target)) {
    if (![window, parent, top].some((around) => holds_frame(around, link.target))) {
      event.preventDefault();
      tell_window(link.href);
    }
  }
};
add_listener.call(window, 'click', lead_away);
// Events of a link that is in no document, by which pages give files, come to itself alone.
const clicked_alone = (link, click) => {
  const alone = link instanceof HTMLAnchorElement && !link.isConnected;
  if (alone) add_listener.call(link, 'click', lead_away); // after the page's own
  try { return click(); } finally { if (alone) remove_listener.call(link, 'click', lead_away); }
};
const {click: click_} = HTMLElement.prototype, {dispatchEvent: dispatch_} = EventTarget.prototype;
HTMLElement.prototype.click = function click() { clicked_alone(this, () => click_.call(this)); };
EventTarget.prototype.dispatchEvent = function dispatchEvent(event) {
  return clicked_alone(this, () => dispatch_.call(this, event));
};
const Request_ = XMLHttpRequest;
const download = (url, name) => {
  if (!/^blob:/.test(url)) {
    tell('download', url, name, '', null);
    return;
  }
  const request = new Request_(); // at once: what takes its time would come at any time
  let text = null;
  try {
    request.open('GET', url, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    text = btoa(Array.from(request.responseText, (c) => String.fromCharCode(c.charCodeAt(0) & 255)).join(''));
  } catch { /* a blob that is gone */ }
  tell('download', url, name, request.getResponseHeader('Content-Type') || '', text);
};

// -- fields that Android asks for by windows of its own

const PICKED = ['date', 'time', 'datetime-local', 'month', 'week', 'color'];
const MOST_ROWS = 20000; // of a list
const MOST_LABEL = 1024; // characters of each
const asked = new Map(); // by number: the element, and the rows of a list
let questions = 0;
const shown = (row) => getComputedStyle(row).display !== 'none';
const grouped = (row) => row.parentNode instanceof HTMLOptGroupElement;
const ask = (element) => {
  if (element.disabled || element.readOnly) return;
  const number = ++questions;
  const rows = element instanceof HTMLSelectElement
    ? Array.from(element.querySelectorAll('option,optgroup')).filter((row) => shown(row) && (!grouped(row) || shown(row.parentNode))).slice(0, MOST_ROWS)
    : [];
  asked.set(number, [element, rows]);
  if (element instanceof HTMLSelectElement) {
    tell('select', number, rows.map((row) => [
      (grouped(row) ? '    ' : '') + row.label.slice(0, MOST_LABEL), !row.matches(':disabled'), !!row.selected, !('selected' in row),
    ]), element.multiple);
  } else if (element.type === 'file') tell('file', number, element.accept, element.multiple);
  else tell('picker', number, element.type, element.value, element.min, element.max, hints_of(element), step_of(element));
};
// Returns the milliseconds from one time to the next that a field allows, 0 for any.
const step_of = (element) => {
  const given = element.getAttribute('step') || '';
  if (given.toLowerCase() === 'any') return 0;
  const seconds = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(given) ? Number(given) : 0;
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds * 1000), 1), 864e5) : 6e4;
};
const asks = (element) =>
  element instanceof HTMLSelectElement
    || element instanceof HTMLInputElement && (element.type === 'file' || PICKED.includes(element.type));
add_listener.call(window, 'mousedown', (event) => {
  const element = event.composedPath()[0];
  const list = element instanceof Element && element.closest('select');
  if (list && asks(list)) event.preventDefault();
}, true);
add_listener.call(window, 'click', (event) => {
  const first = event.composedPath()[0];
  const element = first instanceof Element ? first.closest('select,input') : null;
  if (!element || !asks(element) || event.defaultPrevented) return;
  event.preventDefault();
  if (!(element instanceof HTMLInputElement && element.type === 'file')) element.focus();
  ask(element);
});
// A disabled entry gets no click, but is part of its list.
add_listener.call(window, 'pointerup', (event) => {
  const entry = event.composedPath()[0];
  if (!event.isTrusted || !(entry instanceof HTMLOptionElement) || !entry.matches(':disabled')) return;
  const list = entry.closest('select');
  if (!list || !asks(list)) return;
  list.focus();
  ask(list);
}, true);
for (const kind of [HTMLInputElement, HTMLSelectElement])
  kind.prototype.showPicker = function showPicker() { if (asks(this)) ask(this); };
const changed = (element) => {
  element.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  element.dispatchEvent(new Event('change', {bubbles: true}));
  mark();
};
// Tells of questions that are none any more: their elements are gone, or greyed out.
const withdraw = () => {
  for (const [number, [element]] of asked) {
    if (element.type === 'file' || element.isConnected && !element.disabled) continue;
    asked.delete(number);
    tell('withdrawn', number);
  }
};
const answer = (number, accepted, text, chosen, files) => {
  const [element, rows] = asked.get(number) || [];
  asked.delete(number);
  if (!element || !accepted || !element.isConnected) return;
  if (element instanceof HTMLSelectElement) {
    const options = Array.from(element.options);
    const before = options.map((option) => option.selected);
    const wanted = new Set(chosen.map((i) => rows[i]).filter((row) => options.includes(row)));
    if (!element.multiple && !wanted.size) return; // the page has taken the row away meanwhile
    const offered = new Set(rows); // new rows, and those of a list too long, stay as they are
    for (const option of options) if (offered.has(option) || !element.multiple || !shown(option)) option.selected = wanted.has(option);
    if (options.some((option, i) => option.selected !== before[i])) changed(element);
  } else if (element.type === 'file') {
    const transfer = new DataTransfer();
    for (const [name, type, data] of files) {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name, {type, lastModified: Math.floor(time.now())}));
    }
    element.files = transfer.files;
    changed(element);
  } else if (element.value !== text) {
    element.value = text;
    changed(element);
  }
};
