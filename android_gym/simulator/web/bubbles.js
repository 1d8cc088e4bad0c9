// Validation messages of forms. The engine's own bubble fades in and out by the host's clock, so
// this one replaces it: it appears at once, and disappears by the phone's clock.
const LEAST_BUBBLE_MS = 5000;
const BUBBLE_MS_A_CHARACTER = 50;
const balloon = new CSSStyleSheet(); // not a style element, which a page may forbid
balloon.replaceSync(`
  div { position: relative; margin-top: 8px; padding: 8px; max-width: 240px; border-radius: 4px; background: #fff; color: #000;
    font: 14px/20px sans-serif; box-shadow: 0 1px 4px rgba(0, 0, 0, .5); }
  div::before { content: ''; position: absolute; left: 14px; top: -8px; border: 8px solid transparent; border-top: 0; border-bottom-color: #fff; }
  div.above { margin-top: 0; }
  div.above::before { top: 100%; border: 8px solid transparent; border-bottom: 0; border-top-color: #fff; }
  span::before { content: '!' / ''; margin-right: 8px; padding: 0 8px; border-radius: 3px; background: #f57c00; color: #fff; font-weight: bold; }
  small { display: block; color: #555; }
`);
let bubble = null; // {of: the field, host: its element, words: the text's element, timer}
let quiet_checks = 0; // nested calls of `checkValidity`, which shows no message
let told_at = -1; // time of the last message: only the first invalid field gets one
const burst = () => {
  if (!bubble) return;
  time.cancel(bubble.timer);
  bubble.host.remove();
  bubble = null;
  mark();
};
const inflate = (field) => {
  burst();
  const host = document.createElement('div');
  const [box, words, more] = ['div', 'span', 'small'].map((name) => document.createElement(name));
  const inside = attach_shadow.call(host, {mode: 'open'});
  inside.adoptedStyleSheets = [balloon];
  inside.append(box);
  box.append(words, more);
  words.textContent = field.validationMessage;
  more.textContent = field.validity.patternMismatch ? field.title : '';
  const place = field.getBoundingClientRect();
  const styles = {
    all: 'initial', position: 'absolute', overflow: 'visible', 'z-index': '2147483647',
    left: Math.max(0, place.left + scroll_x()) + 'px', top: place.bottom + scroll_y() + 'px',
  };
  for (const name in styles) host.style.setProperty(name, styles[name], 'important');
  if (host.showPopover) host.popover = 'manual'; // also above a dialog
  document.documentElement.append(host);
  if (host.showPopover) host.showPopover();
  if (place.bottom + box.offsetHeight + 8 > inner_height() && place.top > box.offsetHeight + 8) {
    box.className = 'above';
    host.style.setProperty('top', place.top + scroll_y() - box.offsetHeight - 8 + 'px', 'important');
  }
  const stays = Math.max(LEAST_BUBBLE_MS, BUBBLE_MS_A_CHARACTER * field.validationMessage.length);
  bubble = {of: field, host, words, timer: time.later(burst, stays)};
  mark();
};
const report_missing = (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const field = event.target;
  if (told_at === time.now() || !field.checkVisibility()) return;
  told_at = time.now();
  field.focus();
  inflate(field);
};
add_listener.call(window, 'invalid', (event) => {
  // Runs after the page's own listeners, which may show the message in their own way.
  if (event.isTrusted && !quiet_checks) add_listener.call(event.target, 'invalid', report_missing, {once: true});
}, true);
for (const name of ['input', 'change']) add_listener.call(window, name, (event) => {
  if (bubble && event.target === bubble.of) {
    if (bubble.of.validity.valid) burst();
    else bubble.words.textContent = bubble.of.validationMessage;
  }
}, true);
add_listener.call(window, 'blur', (event) => { if (bubble && event.target === bubble.of) burst(); }, true);
for (const kind of [HTMLFormElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement, HTMLFieldSetElement, HTMLOutputElement, HTMLObjectElement]) {
  const own = kind.prototype.checkValidity;
  kind.prototype.checkValidity = {checkValidity() {
    quiet_checks++;
    try { return own.call(this); } finally { quiet_checks--; }
  }}.checkValidity;
}
