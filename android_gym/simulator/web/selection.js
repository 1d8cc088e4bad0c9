// Text selection by touch: a long press selects a word, handles at both ends extend or shrink it.
// A place is [node, offset]: a text node, or a field and an offset in its value.
const GRIP = 40; // dp, size of a handle's touch area: Android's text_handle_min_size
const JOINED = /[\p{L}\p{N}\p{M}_'\u2019]/u;
// What was selected by touch: {field} in a field, {field: null} in the page's own text. For a caret
// that was placed by touch: {field, caret: true, menu: whether its toolbar is open, root: the
// element that is edited}.
let chosen = null;

// Selected text keeps its colour, as on Android. A page's own styles take precedence.
const look = new CSSStyleSheet();
look.replaceSync('@layer android { ::selection { background-color: #B3D4FC; } }');
adopt(look);

// -- places

const holds_text = (node) => node instanceof HTMLTextAreaElement
  || node instanceof HTMLInputElement && (node.selectionStart !== null || TEXTS.includes(node.type));
const text_in = (node) => (holds_text(node) ? node.value : node instanceof Text ? node.data : null);
const caret_at = (x, y) => {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return found && {place: [found.offsetNode, found.offset], box: found.getClientRect()};
  }
  const range = document.caretRangeFromPoint(x, y);
  return range && {place: [range.startContainer, range.startOffset], box: null};
};
const compare = ([node, offset], [other, its]) =>
  node === other ? offset - its : node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
const word_around = ([node, offset]) => {
  const text = text_in(node);
  if (node.type === 'password') return [0, text.length];
  let [from, to] = [offset, offset];
  while (from > 0 && JOINED.test(text[from - 1])) from--;
  while (to < text.length && JOINED.test(text[to])) to++;
  return [from, to];
};
// Returns the box of a caret before a character, or `after` the previous one; null if out of sight.
const caret_box = ([node, offset], after) => {
  if (holds_text(node)) return caret_in(node, offset, after);
  const range = document.createRange();
  const step = after ? -1 : 1;
  // White space that isn't drawn has no box: use that of the next character inwards.
  for (let i = after ? offset - 1 : offset, tries = 0; i >= 0 && i < node.length && tries < 100; i += step, tries++) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const boxes = range.getClientRects();
    const box = boxes[after ? boxes.length - 1 : 0];
    if (!box || !box.width) continue;
    const x = after ? box.right : box.left;
    return in_sight(node.parentElement, x, box.bottom) ? {x, top: box.top, bottom: box.bottom} : null;
  }
  return null;
};
const in_sight = (element, x, y) => {
  if (x < -1 || y < 0 || x > inner_width() + 1 || y > inner_height() + 1) return false;
  if (placed) {
    const [left, top, right, bottom] = placed[3], k = scale(), [ox, oy] = origin();
    if (x < left / k + ox - 1 || y < top / k + oy || x > right / k + ox + 1 || y > bottom / k + oy + 1) return false;
  }
  for (let e = element; e instanceof Element && e !== document.body && e !== document.documentElement; e = e.parentElement) {
    if (getComputedStyle(e).overflowX === 'visible') continue;
    const box = e.getBoundingClientRect();
    if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) return false;
  }
  return true;
};
// Fields only tell which character is at a point, so its position is found by bisection.
const caret_in = (field, offset, after) => {
  const box = field.getBoundingClientRect();
  const left = box.left + field.clientLeft + 1, right = box.right - 1;
  const at = (x, y) => {
    const found = caret_at(x, y);
    return found && found.box && found.place[0] === field ? {offset: found.place[1], box: found.box} : null;
  };
  const halve = (low, high, is_before) => {
    for (let i = 0; i < 14; i++) {
      const middle = (low + high) / 2;
      if (is_before(middle)) low = middle;
      else high = middle;
    }
    return [low, high];
  };
  const letter = after ? offset - 1 : offset; // the character whose line counts
  let y = (box.top + box.bottom) / 2;
  if (field instanceof HTMLTextAreaElement) {
    const begins = (at_y) => at(left, at_y)?.offset ?? Infinity;
    [y] = halve(Math.max(box.top, 0) + 1, Math.min(box.bottom, inner_height()) - 1, (middle) => begins(middle) <= letter);
    if (begins(y) > letter) return null;
  }
  const [, x] = halve(left, right, (middle) => (at(middle, y)?.offset ?? -1) < offset);
  const found = at(x, y);
  const first = at(left, y);
  if (!found || !first || found.offset < letter || first.offset > offset) return null;
  return {x: found.box.left, top: found.box.top, bottom: found.box.bottom};
};

// -- the selection

// Returns both ends in order, each in a text node or field; null if nothing is selected.
const ends = () => {
  const {field, caret} = chosen;
  if (field) return holds_text(field) ? selection_of(field).map((offset) => [field, offset]) : null;
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed !== !!caret) return null;
  const range = selection.getRangeAt(0);
  if (caret) return [[range.startContainer, range.startOffset], [range.startContainer, range.startOffset]];
  let [first, last] = [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]];
  if (!(first[0] instanceof Text && last[0] instanceof Text)) {
    const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node && texts.length < 10000; node = walker.nextNode())
      if (range.intersectsNode(node) && /\S/.test(node.data) && node.parentElement.checkVisibility()) texts.push(node);
    if (!texts.length) return null;
    if (!(first[0] instanceof Text)) first = [texts[0], 0];
    if (!(last[0] instanceof Text)) last = [texts[texts.length - 1], texts[texts.length - 1].length];
  }
  return [first, last];
};
const set_ends = (base, moved) => {
  if (!holds_text(base[0])) getSelection().setBaseAndExtent(...base, ...moved);
  else if (is_mute(base[0])) move_caret(base[0], Math.min(base[1], moved[1]), Math.max(base[1], moved[1]));
  else base[0].setSelectionRange(Math.min(base[1], moved[1]), Math.max(base[1], moved[1]), moved[1] < base[1] ? 'backward' : 'forward');
  mark();
};
// Returns whether the selection has ended, as the page has changed it.
const is_over = (both) => {
  const {field, caret, root} = chosen;
  if (!both) return true;
  if (caret && (both[0][1] !== both[1][1] || editable_root(active()) !== root)) return true;
  return !!field && (active() !== field || !field.isConnected || !caret && both[0][1] === both[1][1]);
};
// Returns the box of the caret; at a line break, it is in the line that begins there.
const standing_at = (place) => {
  const [node, offset] = place, text = text_in(node);
  if (!text) return null;
  const ends_line = offset === text.length || text[offset] === '\n';
  return caret_box(place, offset > 0 && ends_line && text[offset - 1] !== '\n');
};
// Returns what the phone draws: [start, end, bounds, key of the editable element or 0, whether all
// of its text is selected, whether no finger is down and nothing scrolls, caret, whether to show a
// toolbar]; ends and caret are [x, top, bottom], null if out of sight.
const selected = () => {
  if (!chosen) return null;
  const both = ends();
  if (is_over(both)) {
    chosen = null;
    return null;
  }
  const {field} = chosen;
  const [ox, oy] = origin(), k = scale();
  const across = (x) => Math.round((x - ox) * k), down = (y) => Math.round((y - oy) * k);
  const caret = chosen.caret ? standing_at(both[0]) : null;
  const boxes = chosen.caret ? [caret, caret] : [caret_box(both[0], false), caret_box(both[1], true)];
  let box = (field || document.documentElement).getBoundingClientRect();
  if (!field && !caret) box = getSelection().getRangeAt(0).getBoundingClientRect();
  else if (boxes[0] && boxes[1]) {
    const {left, right} = boxes[0].top === boxes[1].top ? {left: boxes[0].x, right: boxes[1].x} : box;
    box = {left, right, top: boxes[0].top, bottom: boxes[1].bottom};
  }
  const [least_x, least_y, most_x, most_y] = seen();
  const x_of = (value) => Math.min(Math.max(across(value), least_x), most_x);
  const y_of = (value) => Math.min(Math.max(down(value), least_y), most_y);
  const root = field || chosen.root || editable_root(both[0][0].parentElement);
  const edited = is_field(root) ? root : null;
  const handle = (b) => (b ? [across(b.x), down(b.top), down(b.bottom)] : null);
  const [first, last] = chosen.caret ? [null, null] : boxes;
  return [
    handle(first), handle(last),
    [x_of(box.left), y_of(box.top), x_of(box.right), y_of(box.bottom)],
    edited ? key_of(edited) : 0,
    !!field && both[0][1] === 0 && both[1][1] === field.value.length,
    !fingers.size && !fling, handle(caret), !chosen.caret || chosen.menu,
  ];
};
const select_all = () => {
  if (!chosen) return;
  const {field} = chosen, anchor = getSelection().anchorNode;
  const root = editable_root(active());
  const edited = root && is_field(root) && root.contains(anchor) ? root : null;
  if (field) select_in(field, 0, field.value.length);
  else getSelection().selectAllChildren(edited || document.body || document.documentElement);
  chosen = {field};
  mark();
};
const unselect = () => {
  if (!chosen) return;
  const {field} = chosen;
  const [, end] = field ? selection_of(field) : [];
  if (field) select_in(field, end, end);
  else if (!chosen.caret) getSelection().removeAllRanges();
  chosen = null;
  mark();
};

// -- touches that select

// Selects the word at a finger and returns it; '' if there is none. In a field, the caret is placed
// there instead.
const select_word = (finger) => {
  const {x, y} = finger;
  const found = caret_at(x, y);
  if (!found) return '';
  const [node, offset] = found.place;
  const text = text_in(node);
  if (text === null) return '';
  const field = holds_text(node) ? node : null;
  if (field ? field.matches(':disabled') : getComputedStyle(node.parentElement).userSelect === 'none') return '';
  const [from, to] = word_around([node, offset]);
  const [a, b] = from < to ? [caret_box([node, from], false), caret_box([node, to], true)] : [];
  const hit = a && b && y >= a.top - 4 && y <= b.bottom + 4 && (a.top !== b.top || x >= a.x - 4 && x <= b.x + 4);
  if (!field && !hit) return '';
  const editor = field || editable_root(node.parentElement);
  if ((field || is_field(editor)) && active() !== editor) editor.focus({preventScroll: true});
  chosen = hit ? {field} : {field, caret: true, menu: true, root: field};
  if (hit) finger.word = [[node, from], [node, to]];
  set_ends([node, hit ? from : offset], [node, hit ? to : offset]);
  return hit && node.type !== 'password' ? text.slice(from, to) : '';
};
// Extends the selection, word by word, to a finger that moves on after selecting a word.
const select_to = (finger) => {
  const found = caret_at(finger.x, finger.y);
  const [first, last] = finger.word;
  if (!found || text_in(found.place[0]) === null || holds_text(found.place[0]) && found.place[0] !== first[0]) return;
  const [node, offset] = found.place;
  const text = text_in(node);
  const back = compare([node, offset], first) < 0;
  let to = offset;
  if (back) while (to > 0 && /\S/.test(text[to - 1])) to--;
  else while (to < text.length && /\S/.test(text[to])) to++;
  if (back) set_ends(last, [node, to]);
  else set_ends(first, compare([node, to], last) > 0 ? [node, to] : last);
};
// Returns how a finger holds the handle under it: the end that stays, the end that moves, and the
// offset from the finger to its character; null if there is no handle.
const grip_at = (px, py) => {
  const shown = selected();
  if (!shown) return null;
  const size = GRIP * PHONE.density;
  if (chosen.caret) {
    const [x, top, bottom] = shown[6] || [];
    if (x === undefined || Math.abs(px - x) > size / 2 || py < bottom || py >= bottom + size) return null;
    return {caret: true, dx: x - px, dy: (top + bottom) / 2 - py, far: false, since: time.now()};
  }
  const [first, last] = ends();
  let nearest = null;
  for (const [box, base, held, part] of [[shown[0], last, first, 3 / 4], [shown[1], first, last, 1 / 4]]) {
    if (!box) continue;
    const [x, top, bottom] = box, left = x - size * part;
    if (px < left || px >= left + size || py < bottom || py >= bottom + size) continue;
    const far = Math.abs(left + size / 2 - px);
    if (!nearest || far < nearest.far) nearest = {far, base, held, dx: x - px, dy: (top + bottom) / 2 - py, ahead: 0};
  }
  return nearest;
};
// Moves the caret with a finger, character by character, within the element that is edited.
const drag_caret = (finger) => {
  const {grip} = finger;
  grip.far ||= Math.hypot(finger.px - finger.sx, finger.py - finger.sy) > SLOP * PHONE.density;
  if (!chosen || !chosen.caret) return;
  const place = caret_at(...to_page(finger.px + grip.dx, finger.py + grip.dy))?.place;
  if (!place || text_in(place[0]) === null || !chosen.root.contains(place[0])) return;
  set_ends(place, place);
};
// Opens or closes the caret's toolbar if its handle was tapped.
const let_go = ({grip}) => {
  if (grip.caret && !grip.far && chosen && chosen.caret && time.now() - grip.since < LONG_PRESS) chosen.menu = !chosen.menu;
  mark();
};
// A tap into editable text places the caret there, with a handle below it.
add_listener.call(window, 'click', (event) => {
  const root = editable_root(active());
  if (!event.isTrusted || !root || !is_field(root) || !event.composedPath().includes(root)) return;
  const field = holds_text(root) ? root : null;
  if (is_mute(root)) find_caret(root);
  if (field ? field.value : !holds_value(root) && root.hasChildNodes())
    chosen = {field, caret: true, menu: false, root};
}, true);
add_listener.call(window, 'keyup', (event) => { if (event.isTrusted && is_mute(active())) find_caret(active()); }, true);
// The handle disappears when a key is pressed.
add_listener.call(window, 'keydown', (event) => { if (event.isTrusted && chosen && chosen.caret) chosen = null; }, true);
// Moves an end with a finger: outwards by words, inwards and inside of a word by characters, like
// Android's `Editor.SelectionHandleView`. The ends may swap, as in Chrome.
const drag_end = (finger) => {
  const {grip} = finger, {base, held} = grip;
  const [x, y] = to_page(finger.px + grip.dx, finger.py + grip.dy);
  const at = (reach) => {
    const place = caret_at(x + reach, y)?.place;
    if (!place || text_in(place[0]) === null) return null;
    const field = holds_text(place[0]) ? place[0] : null;
    return field === (holds_text(base[0]) ? base[0] : null) ? place : null;
  };
  const top_of = (place) => caret_box(place, compare(place, base) > 0)?.top;
  let place = at(0);
  const same_line = place && top_of(place) === top_of(held);
  if (!same_line) grip.ahead = 0;
  else place = at(grip.ahead);
  if (!place) return;
  const forward = compare(place, base) > 0;
  const outwards = forward ? compare(place, held) > 0 : compare(place, held) < 0;
  const [from, to] = word_around(place);
  const inside = place[0] === held[0] && from < held[1] && held[1] < to;
  let [node, offset] = place;
  if (outwards && !(same_line && inside)) {
    const middle = (from + to) / 2;
    if (same_line && from < to && (forward ? offset < middle : offset > middle)) return;
    const before = caret_box(place, forward);
    if (from < to) offset = forward ? to : from;
    const after = caret_box([node, offset], forward);
    if (before && after && before.top === after.top) grip.ahead += after.x - before.x;
  }
  if (!compare([node, offset], base)) {
    const length = text_in(node).length, before = compare(held, base) < 0 ? offset > 0 : offset >= length;
    offset += before ? -1 : 1;
  }
  grip.held = [node, offset];
  set_ends(base, grip.held);
};
