// Finding text in a page as Chrome does: in the text of each block, across its inline elements; in
// shadow trees and in fields; whatever the case, the accents and the kind of quotation marks.
const MOST_MATCHES = 1000;
const MOST_SOUGHT = 200000; // nodes, and characters, that are searched
const UNSOUGHT = /^(area|audio|canvas|embed|hr|iframe|img|meter|noscript|object|progress|script|select|style|video)$/;
const LABELLED = ['submit', 'reset', 'button'];
const FOLDED = {'\u00df': 'ss', '\u1e9e': 'ss', '\u00e6': 'ae', '\u0153': 'oe', '\u00f8': 'o', '\u0142': 'l', '\u2018': "'", '\u2019': "'", '\u201c': '"', '\u201d': '"'};
const foldings = new Map();
const plain = (character) => {
  let folded = foldings.get(character);
  if (folded === undefined) {
    const base = character.normalize('NFKD').replace(/[\p{M}\u00ad\u200b-\u200d\ufeff]/gu, '').toLowerCase();
    foldings.set(character, (folded = Array.from(base, (c) => FOLDED[c] ?? c).join('')));
  }
  return folded;
};
const children_of = (element) => {
  const root = shadow_of(element);
  if (root) return root.childNodes;
  const given = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  return given.length ? given : element.childNodes;
};
// What a field shows; an empty text for one that shows none.
const label_of = (field) => {
  if (field.type === 'password') return '';
  if (LABELLED.includes(field.type)) return field.value;
  return field instanceof HTMLTextAreaElement || TEXTS.includes(field.type) ? field.value || field.placeholder : '';
};
// Returns the folded text of the page, and for each of its characters the node that it is in, and
// where it begins and ends there. A line break ends a block.
const searchable = () => {
  let text = '', last = ''; // its last character, as reading it from a text just appended to is slow
  const nodes = [], begins = [], ends = [];
  const put = (letters, node, from, to) => {
    for (let i = 0; i < letters.length; i++) {
      nodes.push(node);
      begins.push(from);
      ends.push(to);
    }
    text += letters;
    last = letters.at(-1) ?? last;
  };
  const end_block = () => { if (last !== '\n') put('\n', null, 0, 0); };
  const read = (node, data, keeps) => {
    for (let i = 0; i < data.length && text.length < MOST_SOUGHT;) {
      const character = String.fromCodePoint(data.codePointAt(i)), after = i + character.length;
      const space = /[ \t\n\r]/.test(character);
      if (keeps && character === '\n') end_block();
      else if (!space) put(plain(character), node, i, after);
      else if (keeps || last !== ' ' && last !== '\n') put(' ', node, i, after);
      i = after;
    }
  };
  const left = [[document.documentElement, null]]; // nodes in reverse order, with their parent's style
  for (let count = 0; left.length && count < MOST_SOUGHT && text.length < MOST_SOUGHT; count++) {
    const [node, style] = left.pop();
    if (node === null) end_block();
    else if (node instanceof Text) {
      if (style && style.visibility === 'visible' && (style.webkitTextSecurity || 'none') === 'none') read(node, node.data, /pre|break-spaces/.test(style.whiteSpace));
    } else if (node instanceof Element && node.localName !== 'wbr' && !node.inert) {
      const own = getComputedStyle(node);
      if (own.display === 'none') continue;
      const flows = /^(inline|contents|ruby)$/.test(own.display) && own.float === 'none' && !/absolute|fixed/.test(own.position);
      const field = holds_value(node), closed = field || UNSOUGHT.test(node.localName) || node.localName === 'br';
      const apart = closed || !flows || node.localName === 'svg';
      if (apart) end_block();
      if (field && own.visibility === 'visible') read(node, label_of(node), true);
      if (apart) left.push([null, null]);
      if (!closed) for (const child of Array.from(children_of(node)).reverse()) left.push([child, own]);
    }
  }
  return {text, nodes, begins, ends};
};
let ranges = []; // of each match: its ranges, or the field that it is in
let match = -1;
let sought = '';
// Finds a text; returns the number of matches.
const seek = (text) => {
  if (text === sought) return ranges.length;
  sought = text;
  ranges = [];
  match = -1;
  const wanted = Array.from(text, (c) => (/\s/.test(c) ? ' ' : plain(c))).join('');
  if (!wanted) return 0;
  const all = searchable();
  for (let i = all.text.indexOf(wanted); i >= 0 && ranges.length < MOST_MATCHES; i = all.text.indexOf(wanted, i + wanted.length)) {
    const parts = [];
    for (let at = i, last = null; at < i + wanted.length; at++) {
      const node = all.nodes[at];
      if (node !== last && node instanceof Text) {
        const range = document.createRange();
        range.setStart(node, all.begins[at]);
        parts.push(range);
      } else if (node !== last) parts.push(node);
      if (node instanceof Text) parts.at(-1).setEnd(node, all.ends[at]);
      last = node;
    }
    ranges.push(parts);
  }
  return ranges.length;
};
const above = (node) => (node.assignedSlot || node.parentNode instanceof ShadowRoot && node.parentNode.host || node.parentNode);
// Opens what hides a match: closed details, and elements that are hidden until found.
const reveal = (node) => {
  for (let e = node; e instanceof Node; e = above(e)) {
    const around = e.parentNode;
    if (around instanceof HTMLDetailsElement && !around.open && e !== around.querySelector(':scope > summary')) around.open = true;
    if (!(e instanceof HTMLElement) || e.getAttribute('hidden') !== 'until-found') continue;
    e.dispatchEvent(new Event('beforematch', {bubbles: true}));
    e.removeAttribute('hidden');
  }
};
// Scrolls everything around a match so that it is seen.
const show_part = (part) => {
  const node = part instanceof Range ? part.startContainer.parentElement : part;
  reveal(part instanceof Range ? part.startContainer : part);
  const root = document.scrollingElement;
  for (let e = node; e instanceof Node; e = above(e)) {
    if (!(e instanceof Element) || e === root || !(scrolls(e, 'y') || scrolls(e, 'x'))) continue;
    const box = part.getBoundingClientRect(), view = e.getBoundingClientRect();
    const dx = box.left < view.left || box.right > view.right ? box.left - view.left - (e.clientWidth - box.width) / 2 : 0;
    const dy = box.top < view.top || box.bottom > view.bottom ? box.top - view.top - (e.clientHeight - box.height) / 2 : 0;
    if (dx || dy) scroll_by(e, dx, dy);
  }
  const box = part.getBoundingClientRect();
  const dx = box.left < 0 || box.right > inner_width() ? box.left - (inner_width() - box.width) / 2 : 0;
  const dy = box.top < 0 || box.bottom > inner_height() ? box.top - inner_height() / 2 : 0;
  if (root && (dx || dy)) scroll_by(root, dx, dy);
  if (placed) node.scrollIntoView({block: 'nearest', behavior: 'instant'});
};
// Shows one of the matches; -1 for none, if the current one is in another frame.
const show_match = (number) => {
  match = number;
  for (const [name, parts] of [['android-matches', ranges.flat()], ['android-match', ranges[match] || []]]) {
    const drawn = parts.filter((part) => part instanceof Range);
    if (drawn.length) CSS.highlights.set(name, new Highlight(...drawn));
    else CSS.highlights.delete(name);
  }
  if (match >= 0) show_part(ranges[match][0]);
  mark();
};
const find = (text, forward) => {
  const again = text === sought, count = seek(text);
  if (!count) show_match(-1);
  else show_match(again ? (match + (forward ? 1 : count - 1)) % count : 0);
};
const highlights = new CSSStyleSheet();
highlights.replaceSync('::highlight(android-matches){background:#FFFF00}::highlight(android-match){background:#FF9632}');
adopt(highlights, true);
