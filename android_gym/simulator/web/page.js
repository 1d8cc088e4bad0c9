// What the phone does to a page and reads from it. Runs before any script of the page, after
// clock.js, whose `time` it uses. Python calls `window[PHONE.name]`.
(() => {
  'use strict';
  const SLOP = 8; // dp that a finger moves before it drags, as Android's touch slop
  const LONG_PRESS = 500; // ms
  const FLING_LEAST = 50; // dp a second
  const FLING_DECAY = 325; // ms in which a fling loses all but 1/e of its speed
  const MOST_NODES = 4000;
  const MOST_DEPTH = 200;
  const MOST_TEXT = 20000; // characters of one node
  const MOST_LINES = 2000; // of the console
  const MOST_VISITS = 50000; // elements that are looked at for nodes
  const MOST_EVENTS = 1000; // told at once
  const main = window === window.top;
  const events = [];
  const tell = (...event) => { if (events.length < MOST_EVENTS) events.push(event); };
  let density = PHONE.density;
  let dirty = true; // whether something has changed since the page was last asked
  let stale = true; // whether something has changed since its nodes were last read

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

  // -- what changes

  const mark = () => { dirty = stale = true; };
  new MutationObserver(mark).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  for (const name of ['scroll', 'input', 'change', 'focus', 'blur', 'selectionchange', 'load', 'toggle', 'resize'])
    addEventListener(name, mark, {capture: true, passive: true});

  // -- a console that is written to without end

  let lines = 0;
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']) {
    const own = console[name];
    console[name] = function (...given) { if (++lines <= MOST_LINES) own.apply(console, given); };
  }

  // -- who listens to taps

  const tapped = new WeakSet();
  const add_listener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(name, ...rest) {
    if (name === 'click' || name === 'mousedown' || name === 'mouseup') {
      if (this instanceof Element) tapped.add(this);
    }
    return add_listener.call(this, name, ...rest);
  };
  const listens = (element) =>
    tapped.has(element) || element.onclick || element.onmousedown || element.onmouseup;

  // -- pages that want out

  const absolute = (url) => {
    try { return new URL(url, document.baseURI).href; } catch { return String(url); }
  };
  window.open = function open(url) {
    tell('window', absolute(url === undefined || url === '' ? 'about:blank' : url));
    return null;
  };
  window.print = () => {};
  add_listener.call(window, 'click', (event) => {
    const link = event.composedPath().find((e) => e instanceof HTMLAnchorElement || e instanceof HTMLAreaElement);
    if (!link || !link.href || event.defaultPrevented) return;
    if (link.hasAttribute('download')) {
      event.preventDefault();
      download(link.href, link.download);
    } else if (link.target && !['_self', '_top', '_parent'].includes(link.target)) {
      const frame = Array.from(document.querySelectorAll('iframe')).some((f) => f.name === link.target);
      if (!frame) {
        event.preventDefault();
        tell('window', link.href);
      }
    }
  });
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
  const asked = new Map(); // by number: the element
  let questions = 0;
  const ask = (element) => {
    if (element.disabled || element.readOnly) return;
    const number = ++questions;
    asked.set(number, element);
    if (element instanceof HTMLSelectElement) {
      const options = Array.from(element.options, (o) => [
        o.label, !o.disabled && !(o.parentNode.disabled && o.parentNode.tagName === 'OPTGROUP'), o.selected,
        o.parentNode instanceof HTMLOptGroupElement ? o.parentNode.label : '',
      ]);
      tell('select', number, options, element.multiple);
    } else if (element.type === 'file') tell('file', number, element.accept, element.multiple);
    else tell('picker', number, element.type, element.value, element.min, element.max);
  };
  const asks = (element) =>
    element instanceof HTMLSelectElement ? !(element.size > 1) || element.multiple
      : element instanceof HTMLInputElement && (element.type === 'file' || PICKED.includes(element.type));
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
  for (const kind of [HTMLInputElement, HTMLSelectElement])
    kind.prototype.showPicker = function showPicker() { if (asks(this)) ask(this); };
  const changed = (element) => {
    element.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
    element.dispatchEvent(new Event('change', {bubbles: true}));
    mark();
  };
  const answer = (number, accepted, text, chosen, files) => {
    const element = asked.get(number);
    asked.delete(number);
    if (!element || !accepted || !element.isConnected) return;
    if (element instanceof HTMLSelectElement) {
      Array.from(element.options).forEach((option, i) => { option.selected = chosen.includes(i); });
      changed(element);
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

  // -- places

  const scale = () => density * (window.visualViewport ? visualViewport.scale : 1);
  const to_page = (x, y) => {
    const view = window.visualViewport, k = scale();
    return [x / k + (view ? view.offsetLeft : 0), y / k + (view ? view.offsetTop : 0)];
  };
  const at = (x, y) => {
    let root = document, found = null;
    for (let depth = 0; depth < 20; depth++) {
      const element = root.elementFromPoint(x, y);
      if (!element || element === found) break;
      found = element;
      if (!element.shadowRoot) break;
      root = element.shadowRoot;
    }
    return found || document.documentElement;
  };

  // -- fingers

  const fingers = new Map();
  const captured = new Map(); // by pointer: the element that has captured it
  for (const [name, own] of [
    ['setPointerCapture', function (pointer) { if (fingers.has(pointer - 2)) captured.set(pointer, this); }],
    ['releasePointerCapture', function (pointer) { if (captured.get(pointer) === this) captured.delete(pointer); }],
    ['hasPointerCapture', function (pointer) { return captured.get(pointer) === this; }],
  ]) Element.prototype[name] = own;
  let quiet = false; // while a tap's mouse events come, which the fingers' events stood for
  for (const name of ['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'pointerenter', 'pointerleave', 'pointercancel'])
    add_listener.call(window, name, (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);
  for (const name of ['mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseout', 'mouseenter', 'mouseleave'])
    add_listener.call(window, name, (event) => {
      if (event.isTrusted && quiet) {
        event.stopImmediatePropagation();
      }
    }, true);

  const pointer = (name, finger, cancelable = true) => {
    const first = finger.primary;
    const target = captured.get(finger.id + 2) || (finger.mode === 'page' || name === 'pointerdown' ? finger.target : finger.target);
    const event = new PointerEvent(name, {
      bubbles: !/enter|leave/.test(name), cancelable, composed: true, view: window,
      pointerId: finger.id + 2, pointerType: 'touch', isPrimary: first, width: 1, height: 1,
      pressure: /up|cancel|out|leave/.test(name) ? 0 : 0.5,
      button: name === 'pointermove' ? -1 : 0, buttons: /up|cancel|out|leave/.test(name) ? 0 : 1,
      clientX: finger.x, clientY: finger.y, screenX: finger.x, screenY: finger.y,
    });
    return !target.dispatchEvent(event);
  };
  const touch_of = (finger) => new Touch({
    identifier: finger.id, target: finger.target, clientX: finger.x, clientY: finger.y,
    pageX: finger.x + scrollX, pageY: finger.y + scrollY, screenX: finger.x, screenY: finger.y,
    radiusX: 1, radiusY: 1, force: 1,
  });
  const send = (name, finger, cancelable = true) => {
    const gone = name === 'touchend' || name === 'touchcancel';
    const all = [...fingers.values()].filter((f) => !(gone && f === finger)).map(touch_of);
    const event = new TouchEvent(name, {
      bubbles: true, cancelable, composed: true, view: window,
      touches: all, targetTouches: all.filter((t) => t.target === finger.target),
      changedTouches: [touch_of(finger)],
    });
    return !finger.target.dispatchEvent(event);
  };
  const action_of = (element) => {
    let allowed = 'auto';
    for (let e = element; e instanceof Element; e = e.parentElement) {
      const own = getComputedStyle(e).touchAction;
      if (own === 'none') return 'none';
      if (own !== 'auto' && allowed === 'auto') allowed = own;
    }
    return allowed;
  };
  const scrolls = (element, axis) => {
    const root = document.scrollingElement;
    const style = getComputedStyle(element);
    const flow = axis === 'x' ? style.overflowX : style.overflowY;
    const room = axis === 'x' ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
    if (element === root) return flow !== 'hidden' && (room > 0 || (window.visualViewport && visualViewport.scale > 1));
    return room > 0 && (flow === 'auto' || flow === 'scroll');
  };
  const scroller = (element, dx, dy) => {
    const axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
    const by = axis === 'x' ? dx : dy;
    const root = document.scrollingElement || document.documentElement;
    for (let e = element; e instanceof Element && e !== root; e = e.parentElement || (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null)) {
      if (e === document.body && root !== document.body) continue;
      if (!scrolls(e, axis)) continue;
      const place = axis === 'x' ? e.scrollLeft : e.scrollTop;
      const most = axis === 'x' ? e.scrollWidth - e.clientWidth : e.scrollHeight - e.clientHeight;
      if (by < 0 ? place > 0 : place < most - 0.5) return e;
    }
    return scrolls(root, axis) || scrolls(root, axis === 'x' ? 'y' : 'x') ? root : null;
  };
  const scroll_by = (element, dx, dy) => {
    const root = document.scrollingElement;
    if (element === root) window.scrollBy({left: dx, top: dy, behavior: 'instant'});
    else element.scrollBy({left: dx, top: dy, behavior: 'instant'});
    mark();
  };
  let fling = 0;
  const fly = (finger) => {
    const [vx, vy] = speed(finger);
    const k = scale() / PHONE.density, least = FLING_LEAST / k;
    let [x, y] = [Math.abs(vx) < least ? 0 : vx, Math.abs(vy) < least ? 0 : vy];
    if (finger.axis === 'x') y = 0;
    if (finger.axis === 'y') x = 0;
    if (!x && !y) return;
    const step = () => {
      const lost = 1 - Math.exp(-16 / FLING_DECAY);
      const [dx, dy] = [x * FLING_DECAY / 1000 * lost, y * FLING_DECAY / 1000 * lost];
      x *= 1 - lost;
      y *= 1 - lost;
      scroll_by(finger.scroller, -dx, -dy);
      fling = Math.hypot(x, y) > 20 ? time.later(step, 16) : 0;
    };
    fling = time.later(step, 16);
  };
  const speed = (finger) => {
    const now = time.now();
    const recent = finger.path.filter((p) => now - p[2] <= 100);
    const [a, b] = [recent[0], recent[recent.length - 1]];
    if (!a || b[2] - a[2] <= 0) return [0, 0];
    const seconds = (b[2] - a[2]) / 1000;
    return [(b[0] - a[0]) / seconds, (b[1] - a[1]) / seconds];
  };
  const slide = (input, x, last) => {
    const box = input.getBoundingClientRect();
    const [least, most] = [Number(input.min || 0), Number(input.max || 100)];
    const part = Math.min(1, Math.max(0, (x - box.left - 8) / Math.max(1, box.width - 16)));
    const before = input.value;
    input.value = String(least + (most - least) * part);
    if (input.value !== before) input.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
    if (last) input.dispatchEvent(new Event('change', {bubbles: true}));
  };
  const pressed = (finger) => {
    finger.timer = 0;
    if (finger.mode || fingers.size > 1) return;
    finger.mode = 'held';
    const target = at(finger.x, finger.y);
    const event = new PointerEvent('contextmenu', {
      bubbles: true, cancelable: true, composed: true, view: window, pointerType: 'touch',
      clientX: finger.x, clientY: finger.y, button: 0,
    });
    if (!target.dispatchEvent(event)) return;
    const link = target.closest('a[href],area[href]');
    const image = target.closest('img');
    let selected = '';
    if (!link && !image) selected = select_word(finger.x, finger.y);
    tell('held', finger.px, finger.py, link ? link.href : '', image ? image.currentSrc || image.src : '', selected);
    mark();
  };
  const select_word = (x, y) => {
    const range = document.caretRangeFromPoint && document.caretRangeFromPoint(x, y);
    if (!range || range.startContainer.nodeType !== Node.TEXT_NODE) return '';
    if (getComputedStyle(range.startContainer.parentElement).userSelect === 'none') return '';
    const node = range.startContainer, text = node.data;
    const joined = (i) => /[\p{L}\p{N}\p{M}_'\u2019]/u.test(text[i] || '');
    let from = range.startOffset, to = from;
    while (from > 0 && joined(from - 1)) from--;
    while (to < text.length && joined(to)) to++;
    if (from === to) return '';
    range.setStart(node, from);
    range.setEnd(node, to);
    const hit = (box) => x >= box.left - 4 && x <= box.right + 4 && y >= box.top - 4 && y <= box.bottom + 4;
    if (!Array.from(range.getClientRects()).some(hit)) return '';
    getSelection().setBaseAndExtent(node, from, node, to);
    return text.slice(from, to);
  };
  const pinch = () => {
    const [a, b] = [...fingers.values()];
    return {far: Math.hypot(a.px - b.px, a.py - b.py), x: (a.px + b.px) / 2, y: (a.py + b.py) / 2};
  };
  let pinched = null;
  let zoom = 0; // what the page is to be scaled to; 0 for as it is
  const down = (id, px, py) => {
    if (fling) { time.cancel(fling); fling = 0; }
    const [x, y] = to_page(px, py);
    const finger = {id, x, y, px, py, sx: px, sy: py, target: at(x, y), mode: '', primary: fingers.size === 0, path: [[x, y, time.now()]], timer: 0, scroller: null, axis: ''};
    fingers.set(id, finger);
    if (fingers.size > 1) for (const f of fingers.values()) { time.cancel(f.timer); f.timer = 0; }
    pointer('pointerover', finger);
    pointer('pointerenter', finger);
    finger.muted = pointer('pointerdown', finger);
    finger.prevented = send('touchstart', finger);
    if (finger.target instanceof HTMLInputElement && finger.target.type === 'range' && !finger.prevented && !finger.target.disabled) {
      finger.mode = 'range';
      slide(finger.target, x, false);
    } else if (fingers.size === 1 && !finger.prevented)
      finger.timer = time.later(() => pressed(finger), LONG_PRESS);
    pinched = fingers.size === 2 ? pinch() : null;
  };
  const move = (id, px, py) => {
    const finger = fingers.get(id);
    if (!finger) return;
    const [ox, oy] = [finger.px, finger.py];
    [finger.px, finger.py] = [px, py];
    [finger.x, finger.y] = to_page(px, py);
    finger.path.push([finger.x, finger.y, time.now()]);
    if (finger.path.length > 20) finger.path.shift();
    const [far_x, far_y] = [px - finger.sx, py - finger.sy];
    const begins = !finger.mode && Math.hypot(far_x, far_y) > SLOP * PHONE.density;
    if (!finger.mode && !begins) {
      pointer('pointermove', finger);
      return;
    }
    if (begins) { time.cancel(finger.timer); finger.timer = 0; }
    if (finger.mode === 'range') { slide(finger.target, finger.x, false); }
    const caught = send('touchmove', finger, finger.mode !== 'scroll');
    if (begins) {
      const allowed = action_of(finger.target);
      if (finger.prevented || caught || allowed === 'none') finger.mode = 'page';
      else {
        const vertical = Math.abs(far_y) >= Math.abs(far_x);
        finger.axis = Math.abs(far_y) > 1.5 * Math.abs(far_x) ? 'y' : Math.abs(far_x) > 1.5 * Math.abs(far_y) ? 'x' : '';
        const barred = allowed !== 'auto' && allowed !== 'manipulation' && !allowed.includes(vertical ? 'pan-y' : 'pan-x');
        finger.scroller = barred ? null : scroller(finger.target, -far_x, -far_y);
        finger.mode = barred ? 'page' : 'scroll';
        if (!barred) {
          pointer('pointercancel', finger, false);
          pointer('pointerout', finger, false);
          pointer('pointerleave', finger, false);
        }
      }
    }
    if (finger.mode === 'page' || finger.mode === 'range') pointer('pointermove', finger);
    if (fingers.size === 2 && pinched && finger.mode === 'scroll') {
      const next = pinch();
      if (pinched.far > 0) zoom = (zoom || (window.visualViewport ? visualViewport.scale : 1)) * next.far / pinched.far;
      pinched = next;
    }
    if (finger.mode === 'scroll' && finger.scroller) {
      const k = scale() * fingers.size;
      const [dx, dy] = [(ox - px) / k, (oy - py) / k];
      scroll_by(finger.scroller, finger.axis === 'y' ? 0 : dx, finger.axis === 'x' ? 0 : dy);
    }
  };
  // Returns where the page is to be tapped: [x, y] in CSS pixels, or null.
  const up = (id, px, py) => {
    const finger = fingers.get(id);
    if (!finger) return null;
    time.cancel(finger.timer);
    [finger.px, finger.py] = [px, py];
    [finger.x, finger.y] = to_page(px, py);
    if (finger.mode === 'range') slide(finger.target, finger.x, true);
    if (finger.mode !== 'scroll') {
      pointer('pointerup', finger);
      pointer('pointerout', finger, false);
      pointer('pointerleave', finger, false);
    }
    const prevented = send('touchend', finger, finger.mode !== 'scroll');
    fingers.delete(id);
    captured.delete(id + 2);
    pinched = null;
    if (finger.mode === 'scroll' && finger.scroller && !fingers.size) fly(finger);
    const tap = !finger.mode && !finger.prevented && !prevented && finger.primary && !fingers.size;
    quiet = finger.muted;
    return tap ? [finger.x, finger.y] : null;
  };
  const cancel = () => {
    for (const finger of [...fingers.values()]) {
      time.cancel(finger.timer);
      if (finger.mode !== 'scroll') pointer('pointercancel', finger, false);
      fingers.delete(finger.id);
      send('touchcancel', finger, false);
    }
    captured.clear();
    pinched = null;
  };

  // -- typing

  const TEXTS = ['text', 'search', 'url', 'tel', 'email', 'password', 'number', ''];
  const is_field = (e) =>
    e instanceof HTMLTextAreaElement ? !e.readOnly && !e.disabled
      : e instanceof HTMLInputElement ? TEXTS.includes(e.type) && !e.readOnly && !e.disabled
        : e instanceof HTMLElement && e.isContentEditable;
  const editable_root = (e) => {
    if (!(e instanceof HTMLElement) || !e.isContentEditable) return e;
    while (e.parentElement && e.parentElement.isContentEditable) e = e.parentElement;
    return e;
  };
  const active = () => {
    let e = document.activeElement;
    while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
    return e;
  };
  const text_of = (e) => ('value' in e ? e.value : e.innerText.replace(/\n$/, ''));
  const selection_of = (e) => {
    if ('value' in e) {
      let range = null;
      try { range = e.selectionStart === null ? null : [e.selectionStart, e.selectionEnd]; } catch { /* a field of numbers has none */ }
      return range || carets.get(e) || [e.value.length, e.value.length];
    }
    const selection = getSelection();
    if (!selection.rangeCount || !e.contains(selection.anchorNode)) return [0, 0];
    const range = selection.getRangeAt(0);
    const before = document.createRange();
    before.selectNodeContents(e);
    before.setEnd(range.startContainer, range.startOffset);
    const start = before.toString().length;
    return [start, start + range.toString().length];
  };
  const carets = new WeakMap(); // of fields that can't be asked
  const select_in = (e, from, to) => {
    if ('value' in e) {
      try { e.setSelectionRange(from, to); } catch { carets.set(e, [from, to]); }
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
  const press = (target, name, key) => {
    const code = key.length === 1 ? key.toUpperCase().charCodeAt(0) : {Enter: 13, Backspace: 8, Tab: 9, Delete: 46}[key] || 0;
    const event = new KeyboardEvent(name, {key, bubbles: true, cancelable: true, composed: true, view: window, keyCode: code, which: code, charCode: name === 'keypress' ? key.charCodeAt(0) : 0,
      code: /^[a-z]$/i.test(key) ? 'Key' + key.toUpperCase() : /^[0-9]$/.test(key) ? 'Digit' + key : key === ' ' ? 'Space' : ''});
    return target.dispatchEvent(event);
  };
  const edit = (key, text, from, to) => {
    const e = node_of(key);
    if (!e || !is_field(e)) return;
    if (active() !== e) e.focus({preventScroll: true});
    const before = text_of(e);
    if (text !== before) {
      let head = 0;
      while (head < before.length && head < text.length && before[head] === text[head]) head++;
      let tail = 0;
      while (tail < before.length - head && tail < text.length - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
      const added = text.slice(head, text.length - tail);
      const removed = before.length - tail - head;
      let typed = '';
      if ([...added].length === 1) typed = added === '\n' ? 'Enter' : added;
      else if (!added && removed === 1) typed = 'Backspace';
      let goes = !typed || press(e, 'keydown', typed);
      if (goes && typed && typed.length === 1) goes = press(e, 'keypress', typed);
      if (goes) {
        if ('value' in e && e.type === 'number') {
          e.select();
          if (text) document.execCommand('insertText', false, text);
          else document.execCommand('delete');
        } else {
          select_in(e, head, head + removed);
          if (added === '\n' && !('value' in e)) document.execCommand('insertLineBreak');
          else if (added) document.execCommand('insertText', false, added);
          else document.execCommand('delete');
        }
      }
      if (typed) press(e, 'keyup', typed);
      mark();
      if (text_of(e) !== text) return; // the page has its own idea; its cursor stays
    }
    select_in(e, from, to);
    mark();
  };

  // -- finding

  let ranges = [];
  let match = 0;
  let sought = '';
  const find = (text, forward) => {
    if (text !== sought) {
      sought = text;
      ranges = [];
      match = 0;
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
    } else if (ranges.length) match = (match + (forward ? 1 : ranges.length - 1)) % ranges.length;
    CSS.highlights.clear();
    if (ranges.length) {
      CSS.highlights.set('android-matches', new Highlight(...ranges));
      CSS.highlights.set('android-match', new Highlight(ranges[match]));
      const box = ranges[match].getBoundingClientRect();
      if (box.top < 0 || box.bottom > innerHeight) scroll_by(document.scrollingElement, 0, box.top - innerHeight / 2);
    }
    mark();
  };
  const style = new CSSStyleSheet();
  style.replaceSync(
    '::highlight(android-matches){background:#FFFF00}::highlight(android-match){background:#FF9632}' +
    '*{caret-animation:manual!important;scroll-behavior:auto!important}');
  document.adoptedStyleSheets = [style];

  // -- the tree

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
  const role_of = (e) => {
    const own = e.getAttribute('role');
    if (own) return own.split(' ')[0];
    if (e instanceof HTMLInputElement) return INPUTS[e.type] || (PICKED.includes(e.type) ? 'combobox' : 'textbox');
    if (e instanceof HTMLSelectElement && (e.size > 1 || e.multiple)) return 'listbox';
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
    if (['button', 'link', 'heading', 'option', 'tab', 'menuitem'].includes(role)) return inner(e) || squeeze(e.title || '');
    return squeeze(e.title || '');
  };
  const own_leaf = (e, role) => {
    if (!['button', 'heading', 'link', 'option', 'tab', 'menuitem'].includes(role)) return false;
    return !e.querySelector('a[href],button,input,select,textarea,img[alt],canvas,[tabindex],[role=button]');
  };
  const mode_of = (e) => {
    const mode = e.inputMode || '';
    if (e.type === 'number') return 'decimal';
    if (e.type === 'password') return 'password';
    if (e.type === 'tel' || mode === 'tel') return 'phone';
    if (e.type === 'email' || mode === 'email') return 'email';
    if (e.type === 'url' || mode === 'url') return 'uri';
    if (mode === 'numeric') return 'number';
    if (mode === 'decimal') return 'decimal';
    return e.type === 'search' || mode === 'search' ? 'search' : 'text';
  };
  // A node: [key, left, top, right, bottom, class, text, description, hint, id, flags, field, children].
  const CLICKABLE = 1, CHECKABLE = 2, CHECKED = 4, SELECTED = 8, DISABLED = 16, SCROLLABLE = 32, FOCUSABLE = 64;
  const tree = () => {
    const view = window.visualViewport, k = scale();
    const [ox, oy] = view ? [view.offsetLeft, view.offsetTop] : [0, 0];
    const whole = [0, 0, PHONE.size[0], PHONE.size[1]];
    let count = 0, visits = 0;
    const rect = (box) => [Math.round((box.left - ox) * k), Math.round((box.top - oy) * k), Math.round((box.right - ox) * k), Math.round((box.bottom - oy) * k)];
    const cut = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
    const shown = (r) => r[0] < r[2] && r[1] < r[3];
    const walk = (parent, clip, out, depth) => {
      const children = parent instanceof HTMLSlotElement && parent.assignedNodes().length ? parent.assignedNodes()
        : parent.shadowRoot ? parent.shadowRoot.childNodes : parent.childNodes;
      for (const node of children) {
        if (count >= MOST_NODES || depth > MOST_DEPTH || ++visits > MOST_VISITS) return;
        if (node.nodeType === Node.TEXT_NODE) words(node, clip, out);
        else if (node.nodeType === Node.ELEMENT_NODE) element(node, clip, out, depth);
      }
    };
    const words = (node, clip, out) => {
      if (!/\S/.test(node.data)) return;
      const parent = node.parentElement;
      if (parent && getComputedStyle(parent).visibility !== 'visible') return;
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
    const element = (e, clip, out, depth) => {
      if (e.tagName === 'SCRIPT' || e.tagName === 'STYLE' || e.tagName === 'NOSCRIPT' || e.tagName === 'TEMPLATE' || e.tagName === 'HEAD') return;
      if (e.getAttribute('aria-hidden') === 'true') return;
      const css = getComputedStyle(e);
      if (css.display === 'none') return;
      const contents = css.display === 'contents';
      const box = rect(e.getBoundingClientRect());
      const role = role_of(e);
      const cuts = css.overflowX !== 'visible' && css.display !== 'inline' && e !== document.body && e !== document.documentElement;
      const free = css.position === 'fixed' || css.position === 'absolute' ? whole : clip;
      const visible = css.visibility === 'visible';
      const r = cut(box, free);
      const inside = cuts ? cut(free, box) : free;
      if (role === 'frame' || !visible || role === 'presentation' || role === 'none' || contents) {
        if (role === 'frame' && visible && shown(r)) frame(e, r, out);
        else walk(e, inside, out, depth + 1);
        return;
      }
      const named = role === 'generic' || role === 'label' || role === 'paragraph' || role === 'cell' || role === 'row' ? squeeze(e.getAttribute('aria-label') || '') : name_of(e, role);
      const click = listens(e);
      const roll = cuts && (css.overflowX !== 'hidden' || css.overflowY !== 'hidden') && (scrolls(e, 'x') || scrolls(e, 'y'));
      const shape = e instanceof SVGElement && e.tagName !== 'svg' && e.tagName !== 'a' && !named; // Chrome leaves those out
      const plain = shape || (role === 'generic' || role === 'row' || role === 'label') && !click && !roll && !named && !e.hasAttribute('tabindex') && !(e.id && role === 'label');
      if (plain) {
        walk(e, inside, out, depth + 1);
        return;
      }
      if (!shown(r)) {
        if (!cuts) walk(e, inside, out, depth + 1);
        return;
      }
      count++;
      const field = is_field(e) && editable_root(e) === e && role !== 'slider';
      const below = [];
      const leaf = field || own_leaf(e, role) || (role === 'img' && e.tagName !== 'svg') || e instanceof HTMLSelectElement;
      if (!leaf || (role === 'listbox' && e instanceof HTMLSelectElement)) walk(e, inside, below, depth + 1);
      let flags = 0;
      const active_kind = ['button', 'link', 'checkbox', 'radio', 'combobox', 'textbox', 'searchbox', 'spinbutton', 'slider', 'switch', 'tab', 'option', 'menuitem'].includes(role);
      if (click || active_kind) flags |= CLICKABLE;
      if (['checkbox', 'radio', 'switch'].includes(role)) {
        flags |= CHECKABLE;
        if (e.checked || e.getAttribute('aria-checked') === 'true') flags |= CHECKED;
      }
      if (e.getAttribute('aria-selected') === 'true' || (e instanceof HTMLOptionElement && e.selected)) flags |= SELECTED;
      if (e.disabled || e.getAttribute('aria-disabled') === 'true') flags |= DISABLED;
      if (roll) flags |= SCROLLABLE;
      if (e.hasAttribute('tabindex')) flags |= FOCUSABLE;
      let kind = field || e instanceof HTMLTextAreaElement ? 'android.widget.EditText' : CLASSES[role] ? 'android.widget.' + CLASSES[role] : 'android.view.View';
      if (role === 'dialog' || role === 'alertdialog') kind = 'android.app.Dialog';
      let text = named, description = '', hint = '', data = null;
      if (kind === 'android.widget.EditText') {
        text = text_of(e).slice(0, MOST_TEXT);
        hint = squeeze(e.placeholder || '') || named;
        if (field) data = [text, ...selection_of(e), mode_of(e), e instanceof HTMLTextAreaElement || e.isContentEditable, !!e.form];
      } else if (e instanceof HTMLSelectElement && kind === 'android.widget.Spinner') {
        const chosen = e.selectedOptions[0];
        text = chosen ? squeeze(chosen.label) : '';
        description = named;
      } else if (PICKED.includes(e.type)) {
        text = e.value;
        description = named;
      } else if (role === 'slider') {
        text = String(e.value === undefined ? e.getAttribute('aria-valuenow') || '' : e.value);
        description = named;
      } else if (role === 'link' || role === 'img') {
        if (role === 'link') [text, description] = [named, ''];
      } else if (['checkbox', 'radio', 'switch'].includes(role) && !named) text = '';
      out.push([key_of(e), ...r, kind, text, description, hint, e.id || '', flags, data, below]);
    };
    const frame = (e, r, out) => {
      let body = null;
      try { body = e.contentDocument && e.contentDocument.body; } catch { /* another origin's */ }
      count++;
      out.push([key_of(e), ...r, 'android.view.View', squeeze(e.title || ''), '', '', e.id || '', 0, null, body ? framed(body, r) : []]);
    };
    const framed = (body, r) => {
      const text = squeeze(body.innerText || '');
      return text ? [[key_of(body), ...r, 'android.widget.TextView', text, '', '', '', 0, null, []]] : [];
    };
    const out = [];
    if (document.documentElement) walk(document.documentElement, whole, out, 0);
    return out;
  };

  // -- steps

  const focused = () => {
    const e = editable_root(active());
    return e && is_field(e) ? key_of(e) : 0;
  };
  // Numbers of nodes follow from when they are first read, so they are read after each step.
  const status = (with_tree) => {
    const root = document.scrollingElement || document.documentElement;
    const waits = time.next();
    const told = {
      events: events.splice(0), tree: null, dirty, next: waits, focus: focused(), zoom,
      url: location.href, title: document.title,
      scroll: root ? [scrollX, scrollY, Math.max(0, root.scrollWidth - innerWidth), Math.max(0, root.scrollHeight - innerHeight)] : [0, 0, 0, 0],
      scale: scale(), selection: String(getSelection() || '').slice(0, MOST_TEXT), matches: ranges.length ? [match + 1, ranges.length] : [0, 0],
    };
    dirty = false;
    if (stale && with_tree) {
      told.tree = tree();
      stale = false;
    }
    zoom = 0;
    return told;
  };
  const steps = {
    advance: () => null,
    down, move, up, cancel, edit, find, answer,
    resize: (width, height) => {
      PHONE.size = [width, height];
      const e = active();
      if (e && is_field(e)) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
      mark();
      return null;
    },
    action: (key) => {
      const e = node_of(key);
      if (e && active() !== e) e.focus({preventScroll: true});
      return null;
    },
    settle: () => {
      quiet = false;
      time.observed();
      return null;
    },
  };
  // Does several things one after another, each [when, what, with what]: time passes until then
  // first. Ends early where something has changed that a frame has to follow. Returns [how many are
  // done, what came of the last one, the page's status].
  const run = async (list) => {
    let done = 0, result = null, name = '';
    for (const [to, what, ...given] of list) {
      name = what;
      await time.pass(to);
      result = steps[what](...given);
      await time.hop();
      if (time.animate()) mark();
      done++;
      if (dirty || result) break;
    }
    return [done, result === undefined ? null : result, status(name === 'settle')];
  };
  Object.defineProperty(window, PHONE.name, {value: {run, pass: time.pass, painted: time.painted}});
})();
