// Typing into fields and editable elements.

const TEXTS = ['text', 'search', 'url', 'tel', 'email', 'password', 'number', ''];
const holds_value = (e) => e instanceof HTMLInputElement || e instanceof HTMLTextAreaElement;
const is_field = (e) =>
  e instanceof HTMLTextAreaElement ? !e.readOnly && !e.matches(':disabled')
    : e instanceof HTMLInputElement ? TEXTS.includes(e.type) && !e.readOnly && !e.matches(':disabled')
      : e instanceof HTMLElement && e.isContentEditable;
const editable_root = (e) => {
  if (!(e instanceof HTMLElement) || holds_value(e) || !e.isContentEditable) return e;
  while (e.parentElement && e.parentElement.isContentEditable) e = e.parentElement;
  return e;
};
const active = () => {
  let e = document.activeElement;
  for (let root = e && shadow_of(e); root && root.activeElement; root = shadow_of(e)) e = root.activeElement;
  return e;
};
// The text of an editable element as it is drawn, with one line break between blocks, and the place
// in the document of each of its offsets. Typing needs both, so they are made together.
const MOST_PIECES = 20000; // nodes of an editable element that are read
const BLOCK = /^(block|flow-root|flex|grid|list-item|table)/;
const UNREAD = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|SELECT|INPUT|BUTTON|IFRAME|CANVAS|VIDEO|AUDIO)$/;
const written = (root) => {
  let text = '', pieces = 0;
  let filled = false; // whether anything is in the line
  let owed = false; // whether the next content begins another line
  let gap = null; // where collapsible white space is, which only shows between words of a line
  let after = [root, 0]; // behind the last content
  const places = [];
  const put = (character, place) => { text += character; places.push(place); };
  const content = () => {
    if (owed) put('\n', after);
    else if (gap) put(' ', gap);
    owed = filled = false;
    gap = null;
  };
  const end_line = () => { owed ||= filled; gap = null; };
  const read = (node, style) => {
    const keeps = /pre|break-spaces/.test(style.whiteSpace), lines = keeps && style.whiteSpace !== 'pre-line';
    for (let i = 0; i < node.length; i++) {
      const character = node.data[i];
      if (character === '\n' && keeps) {
        if (owed) content();
        gap = null;
        after = [node, i];
        owed = filled = true;
      } else if (!lines && /[ \t\n\r]/.test(character)) {
        if (filled && !owed) gap ||= [node, i];
      } else {
        content();
        put(character, [node, i]);
        after = [node, i + 1];
        filled = true;
      }
    }
  };
  const walk = (parent, style) => {
    let index = -1;
    for (const node of parent.childNodes) {
      index++;
      if (++pieces > MOST_PIECES) return;
      if (node instanceof Text) {
        if (style.visibility === 'visible') read(node, style);
        continue;
      }
      if (!(node instanceof Element)) continue;
      if (node.tagName === 'BR') {
        const begins = owed || !filled;
        if (owed) content();
        if (begins) after = [parent, index];
        gap = null;
        owed = filled = true;
        continue;
      }
      const own = getComputedStyle(node);
      if (own.display === 'none') continue;
      if (node.tagName === 'IMG' || UNREAD.test(node.tagName)) {
        content();
        after = [parent, index + 1];
        filled = true;
        continue;
      }
      const block = BLOCK.test(own.display);
      if (block) end_line();
      walk(node, own);
      if (block) end_line();
    }
  };
  walk(root, getComputedStyle(root));
  places.push(after);
  return {text, places};
};
const text_of = (e) => (holds_value(e) ? e.value : written(e).text);
// Returns a place in the document as one in a text, or at a child that has none.
const innermost = (node, offset) => {
  while (node instanceof Element && node.hasChildNodes()) {
    const last = offset >= node.childNodes.length;
    const child = node.childNodes[last ? offset - 1 : offset];
    if (!child || !(child instanceof Text || child.hasChildNodes())) break;
    offset = last ? child instanceof Text ? child.length : child.childNodes.length : 0;
    node = child;
  }
  return [node, offset];
};
// Returns the offset of a place in the text of an editable element.
const offset_at = ({text, places}, node, offset) => {
  const [inner, at] = innermost(node, offset);
  const range = document.createRange();
  range.setStart(inner, at);
  let low = 0, high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (range.comparePoint(...places[middle]) < 0) low = middle + 1;
    else high = middle;
  }
  // Behind the last character of a line, in white space that isn't drawn.
  const line_ends = low > 0 && text[low - 1] === '\n' && inner instanceof Text && places[low - 1][0] === inner && places[low][0] !== inner;
  return line_ends ? low - 1 : low;
};
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
  const root = e.getRootNode(), selection = root.getSelection ? root.getSelection() : getSelection();
  if (!selection.rangeCount || !e.contains(selection.anchorNode)) return [0, 0];
  const range = selection.getRangeAt(0);
  const all = written(e);
  const end = offset_at(all, range.endContainer, range.endOffset);
  return [range.collapsed ? end : offset_at(all, range.startContainer, range.startOffset), end];
};
const select_in = (e, from, to) => {
  if (holds_value(e)) {
    if (is_mute(e)) move_caret(e, from, to);
    else e.setSelectionRange(from, to);
    return;
  }
  const {places} = written(e);
  const place = (offset) => places[Math.min(Math.max(offset, 0), places.length - 1)];
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
// Begins another line of an editable element, as Enter does.
const begin_line = (e) => {
  const plain = e.contentEditable === 'plaintext-only';
  const kind = plain ? 'insertLineBreak' : 'insertParagraph';
  const event = new InputEvent('beforeinput', {inputType: kind, bubbles: true, cancelable: true, composed: true});
  if (e.dispatchEvent(event) && active() === e) document.execCommand(kind);
};
// Replaces the selection, typing each character by a key, as `adb shell input text` does.
const type = (e, text) => {
  for (const character of text) {
    const key = character === '\n' ? 'Enter' : character;
    let goes = press(e, 'keydown', key);
    if (goes && key.length === 1) goes = press(e, 'keypress', key);
    if (goes && active() === e) {
      if (character === '\n' && !holds_value(e)) begin_line(e);
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
  // The phone knows only the beginning of a long text. A caret further on is shown at the end of that,
  // so what is typed there belongs at the caret.
  const whole = text_of(e), before = whole.slice(0, MOST_TEXT);
  const caret = selection_of(e)[1];
  let skipped = 0, wanted = whole;
  if (text !== before) {
    let head = 0;
    while (head < before.length && head < text.length && before[head] === text[head]) head++;
    let tail = 0;
    while (tail < before.length - head && tail < text.length - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    const added = text.slice(head, text.length - tail);
    const removed = before.length - tail - head;
    if (caret > MOST_TEXT && head + removed === MOST_TEXT) skipped = caret - MOST_TEXT;
    head += skipped;
    wanted = whole.slice(0, head) + added + whole.slice(head + removed);
    const shown = shown_in(e);
    const as_is = shown === whole;
    if (added && (as_is || head + removed === whole.length)) {
      if (as_is) select_in(e, head, head + removed);
      else if (removed) set_all(e, whole.slice(0, head));
      else select_in(e, shown.length, shown.length);
      type(e, added);
    } else {
      const key = removed === 1 ? 'Backspace' : '';
      if (!key || press(e, 'keydown', key)) {
        if (as_is) {
          select_in(e, head, head + removed);
          document.execCommand('delete');
        } else set_all(e, wanted);
      }
      if (key) press(e, 'keyup', key);
    }
    mark();
    offer_typed(e);
    if (text_of(e) !== wanted) return; // the page has changed the text itself; leave its caret
  }
  select_in(e, from + skipped, to + skipped);
  mark();
};

// -- the keyboard's action key

const FOCUSABLE_ONES = 'a[href],area[href],input,select,textarea,button,summary,iframe,[tabindex],[contenteditable]';
const MOST_FOCUSABLE = 5000; // that are looked through
const MOST_PASSED = 50; // on the way to a field (blink's kFocusTraversalThreshold)
const form_of = (e) => (holds_value(e) ? e.form : e.closest('form'));
// Returns the field of the same form, or of those without one, that comes after a field in the order
// of the Tab key; null if a button that submits comes first (NextFocusableElementForImeAndAutofill).
const next_field = (e) => {
  const all = Array.from(e.getRootNode().querySelectorAll(FOCUSABLE_ONES)).slice(0, MOST_FOCUSABLE)
    .filter((each) => each.tabIndex >= 0 || each.isContentEditable && !each.hasAttribute('tabindex'));
  if (all.some((each) => each.tabIndex > 0)) all.sort((a, b) => (a.tabIndex || Infinity) - (b.tabIndex || Infinity) || 0);
  let passed = 0;
  const at = all.indexOf(e);
  for (const other of at < 0 ? [] : all.slice(at + 1)) {
    if (other.matches(':disabled') || !other.getClientRects().length || getComputedStyle(other).visibility !== 'visible') continue;
    if (passed++ >= MOST_PASSED) return null;
    if (other.isContentEditable) {
      if (editable_root(other) === other && form_of(other) === form_of(e)) return other;
      continue;
    }
    if (/^(submit|image)$/.test(other.type) && /^(INPUT|BUTTON)$/.test(other.tagName)) return null;
    if ((is_field(other) || other instanceof HTMLSelectElement) && other.form === form_of(e)) return other;
  }
  return null;
};
// Returns the action of a field's key, as Chrome tells Android's keyboard.
const key_action = (e) => {
  const hint = e.enterKeyHint;
  if (hint) return hint === 'enter' ? 'none' : hint;
  if (!holds_value(e) || e instanceof HTMLTextAreaElement || ['text', 'search'].includes(e.inputMode)) return 'none';
  if (e.type === 'search' && !e.inputMode) return 'search';
  return active() === e && next_field(e) ? 'next' : 'go';
};
// Returns where the keyboard begins with capital letters (ComputeAutocapitalizeFlags).
const NO_CAPITALS = ['username', 'new-password', 'current-password', 'url', 'email', 'impp'];
const capitals_of = (e) => {
  if (e instanceof HTMLInputElement && ['email', 'url', 'password'].includes(e.type)) return 'none';
  return e.autocapitalize || (NO_CAPITALS.includes(e.autocomplete) ? 'none' : 'sentences');
};
// Returns whether the key moves the focus; if the page itself names the action, it presses Enter.
const leads_on = (e, action) => action === 'next' && !e.enterKeyHint;
const lead_on = (key) => {
  const e = node_of(key), next = e && next_field(e);
  if (!next) return;
  user_acts();
  next.scrollIntoViewIfNeeded(true);
  next.focus({preventScroll: true});
};

// -- a caret that doesn't blink, and no smooth scrolling, as both take real time

const style = new CSSStyleSheet();
style.replaceSync('*{caret-animation:manual!important;scroll-behavior:auto!important}');
adopt(style);
