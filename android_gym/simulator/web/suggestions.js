// Suggestions of a field (its `datalist`), which the phone shows in a window below the field.
const MOST_SUGGESTIONS = 512; // Chrome's limit
const MOST_SUGGESTED = 1024; // characters of each
const words_of = new Intl.Segmenter('en', {granularity: 'word'});
const set_value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
let offered = null; // the field whose suggestions are shown

const fold = (text) => String(text).toLowerCase().replace(/\s/g, '');
// Returns the text that suggestions have to match: of several e-mail addresses, the last one.
const typed_in = (field) => (field.type === 'email' && field.multiple ? field.value.split(',').pop().trim() : field.value);
// Returns a function that tells whether a field accepts a value, by trying it on a copy.
const taking = (field) => {
  if (!['email', 'url', 'number', ...PICKED].includes(field.type) && !field.pattern && field.maxLength < 0 && field.minLength < 0) return () => true;
  const probe = document.createElement('input');
  for (const name of ['type', 'pattern', 'min', 'max', 'step', 'multiple'])
    if (field.hasAttribute(name)) probe.setAttribute(name, field.getAttribute(name));
  return (value) => {
    probe.value = value;
    return probe.value === (field.type === 'color' ? value.toLowerCase() : value) && probe.validity.valid
      && (field.maxLength < 0 || value.length <= field.maxLength) && value.length >= field.minLength;
  };
};
// Returns [value, label] of each suggestion in which all words occur, in either, as in Chrome.
const rows_of = (field, words) => {
  const takes = taking(field), rows = [];
  for (const option of field.list.options) {
    const {value, label} = option;
    if (!value || option.matches(':disabled') || !takes(value)) continue;
    const [in_value, in_label] = [fold(value), fold(label)];
    if (!words.every((word) => in_value.includes(word) || in_label.includes(word))) continue;
    rows.push([value.slice(0, MOST_SUGGESTED), label === value ? '' : label.slice(0, MOST_SUGGESTED)]);
    if (rows.length >= MOST_SUGGESTIONS) break;
  }
  return rows;
};
const hints_of = (field) => (field.list ? rows_of(field, []) : []);
// Returns [key of the field, its bounds, rows]; null if nothing is suggested.
const suggestions = () => {
  if (!offered) return null;
  if (!offered.isConnected || active() !== offered || !is_field(offered)) offered = null;
  if (!offered || !offered.list) return null;
  const parts = Array.from(words_of.segment(typed_in(offered)));
  const rows = rows_of(offered, parts.filter((part) => part.isWordLike).map((part) => fold(part.segment)));
  if (!rows.length) return null;
  const [ox, oy] = origin(), k = scale(), box = offered.getBoundingClientRect();
  const places = [box.left - ox, box.top - oy, box.right - ox, box.bottom - oy].map((place) => Math.round(place * k));
  return [key_of(offered), places, rows];
};
const offer = (field) => { offered = field instanceof HTMLInputElement && field.list ? field : null; };
// Offers to complete what was typed if the caret is at its end.
const offer_typed = (field) => {
  if (!(field instanceof HTMLInputElement)) return;
  const [from, to] = selection_of(field);
  offer(from === to && to === field.value.length ? field : null);
};
add_listener.call(window, 'click', (event) => {
  if (event.isTrusted) offer(event.composedPath()[0] === active() ? active() : null);
}, true);
add_listener.call(window, 'keydown', (event) => {
  if (event.isTrusted && ['ArrowUp', 'ArrowDown'].includes(event.key)) offer(active());
}, true);
// Puts a value into a field; an empty value only closes its suggestions.
const suggest = (key, value) => {
  const field = node_of(key);
  offered = null;
  mark();
  if (!value || !field || active() !== field || !is_field(field)) return;
  chosen = null;
  user_acts();
  const several = field.type === 'email' && field.multiple && field.value.lastIndexOf(',');
  const before = typeof several === 'number' ? field.value.slice(0, several + 1) : '';
  const space = before ? field.value.slice(several + 1).match(/^\s*/)[0] : '';
  field.dispatchEvent(new Event('keydown', {bubbles: true}));
  set_value.call(field, before + space + value);
  changed(field);
  field.dispatchEvent(new Event('keyup', {bubbles: true}));
};
