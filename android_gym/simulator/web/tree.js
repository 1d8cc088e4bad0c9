// The accessibility nodes of a page.
const MOST_NODES = 4000;
const MOST_DEPTH = 200;
const MOST_VISITS = 50000; // elements that are examined for nodes

const CLASSES = {
  button: 'Button', checkbox: 'CheckBox', switch: 'CheckBox', radio: 'RadioButton', slider: 'SeekBar',
  spinbutton: 'EditText', textbox: 'EditText', searchbox: 'EditText', combobox: 'Spinner',
  listbox: 'ListView', list: 'ListView', img: 'Image', image: 'Image', progressbar: 'ProgressBar', meter: 'ProgressBar',
  table: 'GridView', grid: 'GridView', tablist: 'TabWidget',
};
const TAGS = {
  BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox', UL: 'list', OL: 'list', DL: 'list', TABLE: 'table',
  IMG: 'img', CANVAS: 'img', PROGRESS: 'progressbar', METER: 'meter', H1: 'heading', H2: 'heading', H3: 'heading',
  H4: 'heading', H5: 'heading', H6: 'heading', LI: 'listitem', DIALOG: 'dialog', P: 'paragraph', TR: 'row', TD: 'cell', TH: 'cell',
  FORM: 'form', NAV: 'region', MAIN: 'region', SECTION: 'generic', ARTICLE: 'region', HEADER: 'generic', FOOTER: 'generic', IFRAME: 'frame',
  LABEL: 'label', VIDEO: 'region', AUDIO: 'region', FIELDSET: 'region', DETAILS: 'region', SUMMARY: 'button', svg: 'img',
};
const INPUTS = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', color: 'button', number: 'spinbutton', search: 'searchbox',
};
// Roles that can be checked, and those whose content is their name and nothing else.
const CHECKED_ROLES = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];
const NAMED_BY_CONTENT = ['button', 'link', 'heading', 'option', 'tab', 'menuitem', ...CHECKED_ROLES];
const role_of = (e) => {
  const own = e.getAttribute('role');
  if (own) return own.split(' ')[0];
  if (e instanceof HTMLInputElement) return INPUTS[e.type] || (PICKED.includes(e.type) ? 'combobox' : 'textbox');
  if ((e.tagName === 'A' || e.tagName === 'AREA') && e.hasAttribute('href')) return 'link';
  if (e instanceof HTMLElement && e.isContentEditable && editable_root(e) === e) return 'textbox';
  return TAGS[e.tagName] || 'generic';
};
const squeeze = (text) => text.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT);
const inner = (e) => squeeze(e.innerText === undefined ? e.textContent : e.innerText);
const name_of = (e, role) => {
  const by = e.getAttribute('aria-labelledby');
  if (by) {
    const text = squeeze(by.split(/\s+/).map((id) => { const o = document.getElementById(id); return o ? o.textContent : ''; }).join(' '));
    if (text) return text;
  }
  const label = e.getAttribute('aria-label');
  if (label && label.trim()) return squeeze(label);
  if (e instanceof HTMLInputElement) {
    if (['button', 'submit', 'reset'].includes(e.type)) return e.value || {submit: 'Submit', reset: 'Reset'}[e.type] || '';
    if (e.type === 'image') return e.alt || 'Submit';
    if (e.type === 'file') return 'Choose File';
  }
  if (e.labels && e.labels.length) {
    const text = squeeze(Array.from(e.labels, (l) => Array.from(l.childNodes, (n) => (n === e ? '' : n.textContent)).join(' ')).join(' '));
    if (text) return text;
  }
  if (e.tagName === 'IMG' || e.tagName === 'AREA') return squeeze(e.alt || e.title || '');
  if (e.tagName === 'svg') { const t = e.querySelector(':scope > title'); return t ? squeeze(t.textContent) : ''; }
  if (NAMED_BY_CONTENT.includes(role)) return inner(e) || squeeze(e.title || '');
  return squeeze(e.title || '');
};
const own_leaf = (e, role) => {
  if (!NAMED_BY_CONTENT.includes(role)) return false;
  return !e.querySelector('a[href],button,input,select,textarea,img[alt],canvas,[tabindex],[role=button]');
};
const mode_of = (e) => {
  const mode = e.inputMode || '';
  if (mode === 'none') return 'none';
  if (e.type === 'number') return 'decimal';
  if (e.type === 'password') return 'password';
  if (e.type === 'tel' || mode === 'tel') return 'phone';
  if (e.type === 'email' || mode === 'email') return 'email';
  if (e.type === 'url' || mode === 'url') return 'uri';
  if (mode === 'numeric') return 'number';
  if (mode === 'decimal') return 'decimal';
  return e.type === 'search' || mode === 'search' ? 'search' : 'text';
};
// Returns what reads properties of an element: a form's fields hide those that are named like them.
const reader = (e) => (e instanceof HTMLFormElement ? new Proxy(e, {get: (form, name) => {
  const value = Reflect.get(HTMLFormElement.prototype, name, form);
  return typeof value === 'function' ? value.bind(form) : value;
}}) : e);
// A node: [key, left, top, right, bottom, class, text, description, hint, id, flags, field, children].
const CLICKABLE = 1, CHECKABLE = 2, CHECKED = 4, SELECTED = 8, DISABLED = 16, SCROLLABLE = 32, FOCUSABLE = 64;
const tree = () => {
  const [ox, oy] = origin(), k = scale();
  const whole = seen();
  let count = 0, visits = 0;
  const rect = (box) => [Math.round((box.left - ox) * k), Math.round((box.top - oy) * k), Math.round((box.right - ox) * k), Math.round((box.bottom - oy) * k)];
  const cut = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  const area = (r) => Math.max(0, r[2] - r[0]) * Math.max(0, r[3] - r[1]);
  const shown = (r) => r[0] < r[2] && r[1] < r[3];
  // While a modal dialog is open, nothing outside of it can be used.
  const modal = Array.from(document.querySelectorAll('dialog:modal')).pop() || null;
  const closed = (parent, node) => parent instanceof HTMLDetailsElement && !parent.open
    && node !== parent.querySelector(':scope > summary');
  // `clip` is the visible area for normal flow, `hold` that for absolutely positioned elements.
  const walk = (parent, clip, hold, out, depth) => {
    const {shadowRoot, childNodes} = reader(parent), shadow = shadowRoot || shadows.get(parent);
    const children = parent instanceof HTMLSlotElement && parent.assignedNodes().length ? parent.assignedNodes()
      : shadow ? shadow.childNodes : childNodes;
    for (const node of children) {
      if (closed(parent, node)) continue;
      if (count >= MOST_NODES || depth > MOST_DEPTH || ++visits > MOST_VISITS) return;
      if (node instanceof Text) words(node, clip, out);
      else if (node instanceof Element) element(node, clip, hold, out, depth);
    }
  };
  const words = (node, clip, out) => {
    if (!/\S/.test(node.data)) return;
    const parent = node.parentElement;
    if (parent && getComputedStyle(parent).visibility !== 'visible') return;
    if (modal && !modal.contains(node)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const r = cut(rect(range.getBoundingClientRect()), clip);
    if (!shown(r)) return;
    count++;
    out.push([key_of(node), ...r, 'android.widget.TextView', squeeze(node.data), '', '', '', listened(parent) ? CLICKABLE : 0, null, []]);
  };
  const listened = (e) => {
    for (; e && e !== document.body; e = e.parentElement) if (listens(e)) return true;
    return false;
  };
  const element = (node, clip, hold, out, depth) => {
    const e = reader(node);
    if (e.tagName === 'SCRIPT' || e.tagName === 'STYLE' || e.tagName === 'NOSCRIPT' || e.tagName === 'TEMPLATE' || e.tagName === 'HEAD') return;
    if (e.getAttribute('aria-hidden') === 'true' || e.inert) return;
    if (modal && !modal.contains(node)) {
      if (node.contains(modal)) walk(node, clip, hold, out, depth + 1);
      return;
    }
    const css = getComputedStyle(node);
    if (css.display === 'none' || css.contentVisibility === 'hidden') return;
    const contents = css.display === 'contents';
    const box = rect(e.getBoundingClientRect());
    const role = owned && owners.has(node) ? 'frame' : role_of(e);
    const cuts = css.overflowX !== 'visible' && css.display !== 'inline' && e !== document.body && e !== document.documentElement;
    const free = css.position === 'fixed' ? whole : css.position === 'absolute' ? hold : clip;
    const visible = css.visibility === 'visible';
    const r = cut(box, free);
    const inside = cuts ? cut(free, box) : free;
    const held = css.position !== 'static' || css.transform !== 'none' ? inside : hold;
    if (role === 'frame' || !visible || role === 'presentation' || role === 'none' || contents) {
      if (role === 'frame' && visible && shown(r)) frame(node, css, r, out);
      else walk(node, inside, held, out, depth + 1);
      return;
    }
    const named = role === 'generic' || role === 'label' || role === 'paragraph' || role === 'cell' || role === 'row' ? squeeze(e.getAttribute('aria-label') || '') : name_of(e, role);
    const click = listens(node);
    const roll = cuts && (css.overflowX !== 'hidden' || css.overflowY !== 'hidden') && (scrolls(node, 'x') || scrolls(node, 'y'));
    const shape = e instanceof SVGElement && e.tagName !== 'svg' && e.tagName !== 'a' && !named; // Chrome omits these
    const plain = shape || (role === 'generic' || role === 'row' || role === 'label') && !click && !roll && !named && !e.hasAttribute('tabindex') && !(e.id && role === 'label');
    if (plain) {
      walk(node, inside, held, out, depth + 1);
      return;
    }
    if (!shown(r)) {
      if (!cuts) walk(node, inside, held, out, depth + 1);
      return;
    }
    count++;
    const field = is_field(node) && editable_root(node) === node && role !== 'slider';
    const below = [];
    // Fields inside of editable text are separate nodes.
    const leaf = field && !(e.isContentEditable && e.querySelector('input,select,textarea')) || own_leaf(e, role) || (role === 'img' && e.tagName !== 'svg') || e instanceof HTMLSelectElement;
    if (!leaf) walk(node, inside, held, below, depth + 1);
    let flags = 0;
    const active_kind = [...CHECKED_ROLES, 'button', 'link', 'combobox', 'textbox', 'searchbox', 'spinbutton', 'slider', 'tab', 'option', 'menuitem'].includes(role);
    const toggle = role === 'button' && /^(true|false|mixed)$/.test(e.getAttribute('aria-pressed'));
    if (click || active_kind || e instanceof HTMLSelectElement) flags |= CLICKABLE;
    if (toggle || CHECKED_ROLES.includes(role)) {
      flags |= CHECKABLE;
      if (e.checked || e.getAttribute(toggle ? 'aria-pressed' : 'aria-checked') === 'true') flags |= CHECKED;
    }
    if (e.getAttribute('aria-selected') === 'true' || (e instanceof HTMLOptionElement && e.selected)) flags |= SELECTED;
    if (e.matches(':disabled') || e.getAttribute('aria-disabled') === 'true') flags |= DISABLED;
    if (roll) flags |= SCROLLABLE;
    if (e.hasAttribute('tabindex')) flags |= FOCUSABLE;
    let kind = field || e instanceof HTMLTextAreaElement ? 'android.widget.EditText' : CLASSES[role] ? 'android.widget.' + CLASSES[role] : 'android.view.View';
    if (toggle) kind = 'android.widget.ToggleButton';
    if (role === 'dialog' || role === 'alertdialog') kind = 'android.app.Dialog';
    let text = named, description = '', hint = '', data = null;
    if (kind === 'android.widget.EditText') {
      text = text_of(node).slice(0, MOST_TEXT);
      hint = squeeze(e.placeholder || '') || named;
      if (field) {
        const action = key_action(node);
        data = [text, ...selection_of(node).map((at) => Math.min(at, text.length)), mode_of(e), e instanceof HTMLTextAreaElement || !holds_value(e), action, leads_on(node, action), capitals_of(node)];
      }
    } else if (e instanceof HTMLSelectElement && kind === 'android.widget.Spinner') {
      text = squeeze(line_of(e));
      description = named;
    } else if (PICKED.includes(e.type)) {
      text = e.value;
      description = named;
    } else if (role === 'slider') {
      text = String(e.value === undefined ? e.getAttribute('aria-valuenow') || '' : e.value);
      description = named;
    } else if (role === 'link' || role === 'img') {
      if (role === 'link') [text, description] = [named, ''];
    } else if (CHECKED_ROLES.includes(role) && !named) text = '';
    // Nodes drawn mostly outside of their parent, such as a submenu, would count as hidden inside of
    // it, so they become siblings.
    const beside = (item) => 2 * area(cut(item.slice(1, 5), r)) < area(item.slice(1, 5));
    out.push([key_of(node), ...r, kind, text, description, hint, e.id || '', flags, data, below.filter((n) => !beside(n))]);
    out.push(...below.filter(beside));
  };
  // The document in a frame lists its own nodes, and is told where the frame is.
  const frame = (e, css, r, out) => {
    count++;
    out.push([key_of(e), ...r, 'android.view.View', squeeze(e.title || e.getAttribute('aria-label') || ''), '', '', e.id || '', 0, null, []]);
    if (!owners.has(e)) return;
    const box = e.getBoundingClientRect();
    const drawn = e.offsetWidth ? box.width / e.offsetWidth : 1; // scale by CSS transforms
    const [above, right, below, before] = ['Top', 'Right', 'Bottom', 'Left'].map((side) => parseFloat(css['padding' + side]) || 0);
    const left = box.left + (e.clientLeft + before) * drawn, top = box.top + (e.clientTop + above) * drawn;
    const inner = {left, top, right: left + (e.clientWidth - before - right) * drawn, bottom: top + (e.clientHeight - above - below) * drawn};
    const clip = cut(rect(inner), r);
    if (!shown(clip)) return;
    const given = e.getAttribute('sandbox'), around = placed && placed[4];
    const sandbox = given === null ? around : given.toLowerCase().split(/\s+/).filter((token) => !around || around.includes(token));
    frames.push([key_of(e), (ox - left) / drawn, (oy - top) / drawn, k * drawn, clip, sandbox]);
  };
  const out = [], frames = [];
  if (document.documentElement) walk(document.documentElement, whole, whole, out, 0);
  if (!placed) return [out, frames];
  const root = document.scrollingElement, roll = root && (scrolls(root, 'x') || scrolls(root, 'y'));
  return [[[key_of(document), ...whole, 'android.view.View', squeeze(document.title), '', '', '', roll ? SCROLLABLE : 0, null, out]], frames];
};
