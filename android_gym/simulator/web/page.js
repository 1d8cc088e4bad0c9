// The phone's side of a page: numbers its elements, observes changes, and handles what Android
// shows in windows of its own. Runs before any script of the page, after clock.js, whose `time` it
// uses; the other scripts follow in the order of `surroundings.py`, all in one function.
const MOST_TEXT = 20000; // characters of one node
const MOST_LINES = 2000; // of the console
const MOST_EVENTS = 1000; // in one report
const events = [];
const tell = (...event) => { if (events.length < MOST_EVENTS) events.push(event); };
let dirty = true; // whether something has changed since the last report
let stale = true; // whether something has changed since the nodes were last read
let late = true; // whether something has changed since the last frame

// -- the view, whatever variables of these names a page has

const [inner_width, inner_height, scroll_x, scroll_y] = ['innerWidth', 'innerHeight', 'scrollX', 'scrollY'].map((name) => {
  const {get} = Object.getOwnPropertyDescriptor(window, name);
  return () => get.call(window);
});

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

// -- frames: the documents in them have these scripts, too, and Python drives each separately

const owners = new WeakSet(); // elements whose frames are driven
let owned = false; // whether there are any
// In a frame: [left, top, pixels of the view per CSS pixel, visible part of the view, what its sandbox
// allows (null if it has none)].
let placed = null;
const allows = (...tokens) => !placed || !placed[4] || tokens.some((token) => placed[4].includes(token));
// Returns the left top corner of the view, in CSS pixels.
const origin = () => {
  if (placed) return [placed[0], placed[1]];
  const view = window.visualViewport;
  return view ? [view.offsetLeft, view.offsetTop] : [0, 0];
};
// Returns the part of the view that shows the page, or the frame.
const seen = () => (placed ? placed[3] : [0, 0, PHONE.size[0], PHONE.size[1]]);
const owns = (element) => {
  owned = true;
  owners.add(element);
  mark();
  return key_of(element);
};

// -- changes

const mark = () => { dirty = stale = late = true; };
const watch = (root) => new MutationObserver(mark).observe(root, {
  subtree: true, childList: true, attributes: true, characterData: true,
});
watch(document);
for (const name of ['input', 'change', 'focus', 'blur', 'load', 'toggle', 'resize'])
  addEventListener(name, mark, {capture: true, passive: true});
// These events may fire after the frame that shows what has changed, so `late` isn't set.
for (const name of ['scroll', 'selectionchange'])
  addEventListener(name, () => { dirty = stale = true; }, {capture: true, passive: true});

// -- state that outlives a page, and handlers for leaving it

let lingers = false; // whether the page has used any of these
const used = new Set(); // names of the storages that it has used
const storages = {}; // functions that return them
for (const name of ['localStorage', 'sessionStorage']) storages[name] = Object.getOwnPropertyDescriptor(window, name).get;
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
    get() {
      lingers = true;
      if (name in storages) used.add(name);
      return own.get.call(this);
    },
    set: own.set && function (value) { lingers = true; own.set.call(this, value); },
  });
}
// Changes of the storages that the app keeps are told to it.
const kept = {}; // storages by name, each with what was told of it
const {getItem: value_at, setItem: put, key: key_at} = Storage.prototype;
const stored_count = Object.getOwnPropertyDescriptor(Storage.prototype, 'length').get;
const items = (storage) => new Map(
  Array.from({length: stored_count.call(storage)}, (_, i) => key_at.call(storage, i)).sort()
    .map((key) => [key, value_at.call(storage, key)]));
const tell_stored = () => {
  for (const name in kept) {
    if (!used.has(name)) continue;
    const {storage, told} = kept[name], now = kept[name].told = items(storage);
    const changes = [...now].filter(([key, value]) => told.get(key) !== value);
    for (const key of told.keys()) if (!now.has(key)) changes.push([key, null]);
    if (changes.length) tell('stored', name, changes);
  }
};
for (const name in PHONE.storages) try {
  const storage = storages[name].call(window);
  if (window === top) for (const [key, value] of PHONE.storages[name]) put.call(storage, key, value);
  kept[name] = {storage, told: items(storage)};
} catch { /* a document without an origin has none */ }
const leaves_clean = () =>
  !lingers && !zoom && !document.fullscreenElement && (!window.visualViewport || visualViewport.scale === 1) &&
  LEAVING.every((name) => !window['on' + name] && !document['on' + name]);
// A page's history begins with the page, whatever its target has shown before.
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
  History.prototype[name] = {[name](...given) {
    lingers = true;
    const result = own.apply(this, given);
    tell(name);
    return result;
  }}[name];
}

// -- leaving the page for another document, which a script may stop

let stopped = false; // whether the latest attempt in this input was stopped
// The engine would drop navigations to other apps, and to `content:`, which it doesn't have; see
// `addresses.py`.
const CONTENT = 'content://', CONTENT_INSIDE = 'file:///.content/';
window.navigation?.addEventListener('navigate', (event) => {
  stopped = false;
  const {url} = event.destination;
  if (!event.cancelable) return;
  if (!INSIDE.some((scheme) => url.startsWith(scheme))) {
    event.preventDefault();
    if (time.now() - acted < ACTIVE_MS) tell_other_app(url);
    return;
  }
  if (!url.startsWith(CONTENT)) return;
  event.preventDefault();
  const inside = CONTENT_INSIDE + url.slice(CONTENT.length);
  if (event.navigationType === 'replace') location.replace(inside);
  else location.assign(inside);
});
const stop_ = window.stop;
window.stop = {stop() {
  stopped = true;
  end_refresh();
  stop_.call(window);
}}.stop;
for (const name of ['open', 'write', 'writeln']) {
  const own = Document.prototype[name];
  Document.prototype[name] = {[name](...given) {
    const before = document.readyState;
    const result = own.apply(this, given);
    if (before === 'complete' && document.readyState === 'loading') { // this has opened it
      stopped = true;
      end_refresh();
    }
    return result;
  }}[name];
}

// -- leaving it after a time (`http-equiv=refresh`): the engine would count real time

let refreshing = null; // [timer, milliseconds from the moment it was scheduled]
const end_refresh = () => {
  if (refreshing) time.cancel(refreshing[0]);
  refreshing = null;
};
const refresh = (url, delay) => {
  stop_.call(window); // the engine's own timer
  if (refreshing && refreshing[1] < delay) return null;
  end_refresh();
  const go = () => { if (url === location.href) location.reload(); else location.href = url; };
  refreshing = [time.later(go, delay), delay];
  return null;
};

// -- limit on messages of the console

let lines = 0;
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']) {
  const own = console[name];
  console[name] = function (...given) { if (++lines <= MOST_LINES) own.apply(console, given); };
}

// -- elements that listen to taps

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

// -- the screen's orientation, which the engine tells only pages with a viewport of their own

if (!('onorientationchange' in window)) {
  const {orientation} = screen;
  window.onorientationchange = null;
  Object.defineProperty(window, 'orientation', {
    get: () => (orientation.angle > 180 ? orientation.angle - 360 : orientation.angle), configurable: true, enumerable: true,
  });
  add_listener.call(orientation, 'change', () => window.dispatchEvent(new Event('orientationchange')));
  add_listener.call(window, 'orientationchange', (event) => window.onorientationchange?.(event));
}

// -- our style sheets, which stay when a page sets its own

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
const inside_closed = []; // [name, listener, whether before the page's]
const tells = (name, listener, early = false) => {
  add_listener.call(window, name, listener, early);
  inside_closed.push([name, listener, early]);
};
const shadows = new WeakMap(); // by element, as pages can't see closed ones
const shadow_of = (element) => element.shadowRoot || shadows.get(element) || null;
Element.prototype.attachShadow = function attachShadow(...given) {
  const root = attach_shadow.apply(this, given);
  shadows.set(this, root);
  watch(root);
  // The window isn't told what an event in a closed tree is for.
  if (root.mode === 'closed') for (const [name, listener, early] of inside_closed) add_listener.call(root, name, listener, early);
  root.adoptedStyleSheets = [];
  return root;
};

// -- no caret in an engine that draws on its own, as it would blink by the host's clock

if (PHONE.free) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { caret-color: transparent !important; }');
  adopt(sheet, true);
}

// -- desktop sites are laid out as if they had no viewport of their own (WebPreferences'
// viewport_meta_enabled); the engine keeps the last one that it was given, though it is gone again

if (PHONE.desktop && window === top) {
  let known = '';
  new MutationObserver(() => {
    const given = Array.from(document.querySelectorAll('meta[name=viewport i]'), (meta) => meta.content).join('\n');
    if (given === known) return;
    known = given;
    const meta = document.createElement('meta');
    meta.name = 'viewport';
    meta.content = 'width=980';
    document.head.append(meta);
    meta.remove();
  }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['name', 'content']});
}

// -- Android's text scaling

if (PHONE.text_zoom !== 100) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { -webkit-text-size-adjust: ${PHONE.text_zoom}% !important; }`);
  adopt(sheet, true);
}

// -- navigation, new windows, downloads

const absolute = (url) => {
  try { return new URL(url, document.baseURI).href; } catch { return String(url); }
};
// User activation for opening windows, by the phone's clock, as the engine's uses the host's.
const ACTIVE_MS = 5000;
let acted = -Infinity;
const user_acts = () => { acted = time.now(); };
for (const name of ['mousedown', 'keydown'])
  add_listener.call(window, name, (event) => { if (event.isTrusted) user_acts(); }, true);
const tell_window = (url) => {
  tell('window', url, time.now() - acted < ACTIVE_MS);
  acted = -Infinity; // each user action allows one window
};
window.open = function open(url) {
  if (!allows('allow-popups')) return null;
  tell_window(absolute(url === undefined || url === '' ? 'about:blank' : url));
  return null;
};
window.print = () => {};
// Returns whether a window, which may be of another origin, has a frame of this name.
const holds_frame = (around, name) => {
  try {
    const found = around[name];
    for (let i = 0; i < around.length; i++) if (around[i] === found) return true;
  } catch { /* the name of something else */ }
  return false;
};
const INSIDE = ['http:', 'https:', 'file:', 'content:', 'data:', 'blob:', 'about:', 'javascript:', 'chrome:', 'view-source:'];
const LEAVES = ['allow-popups', 'allow-top-navigation', 'allow-top-navigation-by-user-activation', 'allow-top-navigation-to-custom-protocols'];
const tell_other_app = (url) => { if (allows(...LEAVES)) tell('away', url); };
const lead_away = (event) => {
  const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement || e instanceof HTMLAreaElement);
  if (!link || !link.href || event.defaultPrevented) return;
  if (!INSIDE.includes(link.protocol)) { // for another app; the engine would ignore it
    event.preventDefault();
    tell_other_app(link.href);
  } else if (link.hasAttribute('download')) {
    event.preventDefault();
    if (allows('allow-downloads')) download(link.href, link.download);
  } else if (link.target && !['_self', '_top', '_parent'].includes(link.target)) {
    if (![window, parent, top].some((around) => holds_frame(around, link.target))) {
      event.preventDefault();
      if (allows('allow-popups')) tell_window(link.href);
    }
  }
};
tells('click', lead_away);
// Events of a link outside of any document, which pages use for downloads, reach only that link.
const clicked_alone = (link, click) => {
  const alone = link instanceof HTMLAnchorElement && !link.isConnected;
  if (alone) add_listener.call(link, 'click', lead_away); // after the page's own listeners
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
  const request = new Request_(); // synchronous: an asynchronous one would take real time
  let text = null;
  try {
    request.open('GET', url, false);
    request.overrideMimeType('text/plain; charset=x-user-defined');
    request.send();
    text = btoa(Array.from(request.responseText, (c) => String.fromCharCode(c.charCodeAt(0) & 255)).join(''));
  } catch { /* a blob that is gone */ }
  tell('download', url, name, request.getResponseHeader('Content-Type') || '', text);
};

// -- fields whose values are picked in Android's dialogs

const PICKED = ['date', 'time', 'datetime-local', 'month', 'week', 'color'];
const MOST_ROWS = 20000; // of a list
const MOST_LABEL = 1024; // characters of each
const asked = new Map(); // requests by number: the element, and the rows of a list
let questions = 0;
const shown = (row) => getComputedStyle(row).display !== 'none';
const grouped = (row) => row.parentNode instanceof HTMLOptGroupElement;
const ask = (element) => {
  if (element.matches(':disabled') || element.readOnly) return;
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
// Returns a field's step in milliseconds; 0 for any.
const step_of = (element) => {
  const given = element.getAttribute('step') || '';
  if (given.toLowerCase() === 'any') return 0;
  const seconds = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(given) ? Number(given) : 0;
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds * 1000), 1), 864e5) : 6e4;
};
const asks = (element) =>
  element instanceof HTMLSelectElement
    || element instanceof HTMLInputElement && (element.type === 'file' || PICKED.includes(element.type));
tells('mousedown', (event) => {
  const element = event.composedPath()[0];
  const list = element instanceof Element && element.closest('select');
  if (list && asks(list)) event.preventDefault();
}, true);
tells('click', (event) => {
  const first = event.composedPath()[0];
  const element = first instanceof Element ? first.closest('select,input') : null;
  if (!element || !asks(element) || event.defaultPrevented) return;
  event.preventDefault();
  if (!(element instanceof HTMLInputElement && element.type === 'file')) element.focus();
  ask(element);
});
// A tap on a disabled option, which gets no click, opens its list.
tells('pointerup', (event) => {
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
// Withdraws requests whose elements are gone or disabled.
const withdraw = () => {
  for (const [number, [element]] of asked) {
    if (element.type === 'file' || element.isConnected && !element.matches(':disabled')) continue;
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
    if (!element.multiple && !wanted.size) return; // the page has removed the row meanwhile
    const offered = new Set(rows); // other rows, new or beyond the limit, stay as they are
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
