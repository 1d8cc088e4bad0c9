// What a field suggests by its `datalist`: the phone shows it in a window of its own below the field.
const MOST_SUGGESTIONS = 512; // as Chrome has it
const MOST_SUGGESTED = 1024; // characters of each
const words_of = new Intl.Segmenter('en', {granularity: 'word'});
const set_value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
let offered = null; // the field whose suggestions the user looks at

const fold = (text) => String(text).toLowerCase().replace(/\s/g, '');
// Returns what is looked for: of several addresses of mail, the last one.
const typed_in = (field) => (field.type === 'email' && field.multiple ? field.value.split(',').pop().trim() : field.value);
// Returns whether a field takes a value; all that it says of values in general is asked of a copy.
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
// Returns [value, other words for it] of each that has all of some words in one of both, as in Chrome.
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
// Returns [key of the field, its box, rows]; null where nothing is suggested.
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
// What is typed is completed where the caret is behind it.
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
// Puts a value into a field; an empty one only closes what it suggests.
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
