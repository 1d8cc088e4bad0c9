// Text of a page: typing and finding.
// -- typing

const TEXTS = ['text', 'search', 'url', 'tel', 'email', 'password', 'number', ''];
const holds_value = (e) => e instanceof HTMLInputElement || e instanceof HTMLTextAreaElement;
const is_field = (e) =>
  e instanceof HTMLTextAreaElement ? !e.readOnly && !e.disabled
    : e instanceof HTMLInputElement ? TEXTS.includes(e.type) && !e.readOnly && !e.disabled
      : e instanceof HTMLElement && e.isContentEditable;
const editable_root = (e) => {
  if (!(e instanceof HTMLElement) || holds_value(e) || !e.isContentEditable) return e;
  while (e.parentElement && e.parentElement.isContentEditable) e = e.parentElement;
  return e;
};
const active = () => {
  let e = document.activeElement;
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
  return e;
};
const text_of = (e) => (holds_value(e) ? e.value : e.innerText.replace(/\n$/, ''));
// Fields for numbers and e-mail addresses don't let scripts read or set their caret. It is moved
// character by character, and remembered together with the value at that time; with any other
// value, the caret is at the end.
const is_mute = (e) => e instanceof HTMLInputElement && e.selectionStart === null;
const MOST_STEPS = 2000; // characters that a caret is moved over
const carets = new WeakMap(); // of such fields: [start, end, value]
const known_caret = (e) => {
  const [from, to, value] = carets.get(e) || [];
  return value === e.value ? [from, to] : [e.value.length, e.value.length];
};
const move_caret = (e, from, to) => {
  if (active() === e) {
    const selection = getSelection();
    const step = (how, count) => { for (let i = Math.min(count, MOST_STEPS); i > 0; i--) selection.modify(how, 'forward', 'character'); };
    selection.modify('move', 'backward', 'documentboundary');
    step('move', from);
    step('extend', to - from);
  }
  carets.set(e, [from, to, e.value]);
};
// Finds out where the caret is, and puts it back there.
const find_caret = (e) => {
  const selection = getSelection();
  const length = String(selection).length;
  if (length) selection.modify('move', 'backward', 'character');
  selection.modify('extend', 'backward', 'documentboundary');
  const from = String(selection).length;
  move_caret(e, from, from + length);
};
// Returns what a field shows, which may differ from its value: "-" alone is not a number yet.
const shown_in = (e) => {
  if (!is_mute(e) || active() !== e) return text_of(e);
  const selection = getSelection();
  selection.modify('move', 'backward', 'documentboundary');
  selection.modify('extend', 'forward', 'documentboundary');
  return String(selection);
};
const selection_of = (e) => {
  if (holds_value(e)) return is_mute(e) ? known_caret(e) : [e.selectionStart, e.selectionEnd];
  const selection = getSelection();
  if (!selection.rangeCount || !e.contains(selection.anchorNode)) return [0, 0];
  const range = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(e);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return [start, start + range.toString().length];
};
const select_in = (e, from, to) => {
  if (holds_value(e)) {
    if (is_mute(e)) move_caret(e, from, to);
    else e.setSelectionRange(from, to);
    return;
  }
  const place = (offset) => {
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    let left = offset, node = null;
    while ((node = walker.nextNode())) {
      if (left <= node.length) return [node, left];
      left -= node.length;
    }
    return [e, e.childNodes.length];
  };
  getSelection().setBaseAndExtent(...place(from), ...place(to));
};
// Codes of keys that differ from their character's code, on a US keyboard.
const CODES = {Enter: 13, Backspace: 8, Tab: 9, Delete: 46};
for (const [keys, codes] of [
  [';:', 186], ['=+', 187], [',<', 188], ['-_', 189], ['.>', 190], ['/?', 191], ['`~', 192], ['[{', 219], ['\\|', 220], [']}', 221], ['\'"', 222],
  ['0)', 48], ['1!', 49], ['2@', 50], ['3#', 51], ['4$', 52], ['5%', 53], ['6^', 54], ['7&', 55], ['8*', 56], ['9(', 57],
]) for (const key of keys) CODES[key] = codes;
const press = (target, name, key) => {
  const code = CODES[key] || (key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0);
  const typed = key === 'Enter' ? 13 : key.charCodeAt(0);
  const event = new KeyboardEvent(name, {
    key, bubbles: true, cancelable: true, composed: true, view: window, charCode: name === 'keypress' ? typed : 0,
    keyCode: name === 'keypress' ? typed : code, which: name === 'keypress' ? typed : code,
    code: /^[a-z]$/i.test(key) ? 'Key' + key.toUpperCase() : /^[0-9]$/.test(key) ? 'Digit' + key : key === ' ' ? 'Space' : '',
  });
  return target.dispatchEvent(event);
};
// Replaces the selection as the engine does for user input; its commands for scripts fire no
// `beforeinput` and have only one `inputType`.
let inserts = '';
add_listener.call(window, 'input', (event) => {
  if (inserts && event.isTrusted) Object.defineProperty(event, 'inputType', {value: inserts});
}, true);
const insert = (e, text, kind) => {
  const event = new InputEvent('beforeinput', {inputType: kind, data: text, bubbles: true, cancelable: true, composed: true});
  if (!e.dispatchEvent(event) || active() !== e) return;
  inserts = kind;
  try { document.execCommand('insertText', false, text); } finally { inserts = ''; }
};
// Replaces the selection, typing each character by a key, as `adb shell input text` does.
const type = (e, text) => {
  for (const character of text) {
    const key = character === '\n' ? 'Enter' : character;
    let goes = press(e, 'keydown', key);
    if (goes && key.length === 1) goes = press(e, 'keypress', key);
    if (goes && active() === e) {
      if (character === '\n' && !holds_value(e)) document.execCommand('insertLineBreak');
      else insert(e, character, 'insertText');
    }
    press(e, 'keyup', key);
    if (active() !== e) return;
  }
};
const set_all = (e, text) => {
  e.select();
  if (text) document.execCommand('insertText', false, text);
  else document.execCommand('delete');
};
// Pastes text in one go. The page gets a `paste` event first, and may handle it itself.
const paste = (e, text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true, composed: true});
  if (e.dispatchEvent(event) && active() === e) insert(e, text, 'insertFromPaste');
};
const edit = (key, text, from, to, pasted) => {
  const e = node_of(key);
  if (!e || !is_field(e)) return;
  chosen = null;
  user_acts();
  if (active() !== e) e.focus({preventScroll: true});
  if (pasted) {
    paste(e, pasted);
    mark();
    return;
  }
  const before = text_of(e);
  if (text !== before) {
    let head = 0;
    while (head < before.length && head < text.length && before[head] === text[head]) head++;
    let tail = 0;
    while (tail < before.length - head && tail < text.length - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    const added = text.slice(head, text.length - tail);
    const removed = before.length - tail - head;
    const shown = shown_in(e);
    const as_is = shown === before;
    if (added && (as_is || head + removed === before.length)) {
      if (as_is) select_in(e, head, head + removed);
      else if (removed) set_all(e, before.slice(0, head));
      else select_in(e, shown.length, shown.length);
      type(e, added);
    } else {
      const key = removed === 1 ? 'Backspace' : '';
      if (!key || press(e, 'keydown', key)) {
        if (as_is) {
          select_in(e, head, head + removed);
          document.execCommand('delete');
        } else set_all(e, text);
      }
      if (key) press(e, 'keyup', key);
    }
    mark();
    offer_typed(e);
    if (text_of(e) !== text) return; // the page has changed the text itself; leave its caret
  }
  select_in(e, from, to);
  mark();
};

// -- finding

let ranges = [];
let match = -1;
let sought = '';
// Finds a text; returns the number of matches.
const seek = (text) => {
  if (text !== sought) {
    sought = text;
    ranges = [];
    match = -1;
    const wanted = text.toLowerCase();
    const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && wanted && ranges.length < 1000; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !parent.checkVisibility() || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
      const content = node.data.toLowerCase();
      for (let i = content.indexOf(wanted); i >= 0; i = content.indexOf(wanted, i + wanted.length)) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + wanted.length);
        ranges.push(range);
      }
    }
  }
  return ranges.length;
};
// Shows one of the matches; -1 for none, if the current one is in another frame.
const show_match = (number) => {
  match = number;
  CSS.highlights.clear();
  if (ranges.length) CSS.highlights.set('android-matches', new Highlight(...ranges));
  if (match >= 0) {
    CSS.highlights.set('android-match', new Highlight(ranges[match]));
    const box = ranges[match].getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) scroll_by(document.scrollingElement, 0, box.top - innerHeight / 2);
    if (placed) ranges[match].startContainer.parentElement.scrollIntoView({block: 'nearest', behavior: 'instant'});
  }
  mark();
};
const find = (text, forward) => {
  const again = text === sought, count = seek(text);
  if (!count) show_match(-1);
  else show_match(again ? (match + (forward ? 1 : count - 1)) % count : 0);
};
const style = new CSSStyleSheet();
style.replaceSync(
  '::highlight(android-matches){background:#FFFF00}::highlight(android-match){background:#FF9632}' +
  '*{caret-animation:manual!important;scroll-behavior:auto!important}');
adopt(style);
