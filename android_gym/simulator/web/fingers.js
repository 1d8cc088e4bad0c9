// Fingers on a page: taps, drags, flings, pinches and long presses.
const SLOP = 8; // dp that a finger moves before it drags, as Android's touch slop
const LONG_PRESS = 500; // ms
const FLING_LEAST = 50; // dp per second
const FLING_DECAY = 325; // ms in which a fling loses all but 1/e of its speed
const PULL = 128; // dp that a page is pulled down to be loaded again, as in Chrome's SwipeRefreshLayout
const PULL_BACK = 500; // dp per second upwards at which a pulled page is let go for nothing

// -- places

const scale = () => (placed ? placed[2] : PHONE.density * (window.visualViewport ? visualViewport.scale : 1));
const to_page = (x, y) => {
  const [left, top] = origin(), k = scale();
  return [x / k + left, y / k + top];
};
// Returns where the browser's mouse has to be: in CSS pixels of what is seen of the document.
const mouse_at = (finger) => {
  const [left, top] = placed ? [0, 0] : origin();
  return [finger.x - left, finger.y - top];
};
const at = (x, y) => {
  let root = document, found = null;
  for (let depth = 0; depth < 20; depth++) {
    const element = root.elementFromPoint(x, y);
    if (!element || element === found) break;
    found = element;
    root = shadow_of(element);
    if (!root) break;
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
// Mouse events are let through only during a tap, and not if the page has prevented them.
let quiet = true;
for (const name of ['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'pointerenter', 'pointerleave', 'pointercancel'])
  add_listener.call(window, name, (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);
for (const name of ['mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseout', 'mouseenter', 'mouseleave'])
  add_listener.call(window, name, (event) => {
    if (event.isTrusted && quiet) {
      event.stopImmediatePropagation();
    }
  }, true);
// A finger that rests on an element makes the page show its hover style, and load what that needs,
// before the finger is lifted. If that style moves the element away, the tap is repeated.
let aim = null; // position and element of the tap, and whether it is repeated
let missed = false;
const hovered = (event) => {
  if (!event.isTrusted || !aim) return;
  missed = !aim.again && at(aim.x, aim.y) !== aim.element;
  if (missed) tell('missed');
};
add_listener.call(window, 'mousemove', hovered, true);
for (const name of ['mousedown', 'mouseup', 'click'])
  add_listener.call(window, name, (event) => {
    if (!event.isTrusted || !missed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
// Two taps in quick succession are a double tap. Its `dblclick` comes once the second is over.
const DOUBLE_MS = 300; // from the end of one tap to the beginning of the next, as on Android
const DOUBLE_SLOP = 100; // dp between them
let last_tap = null; // place, time and element of the latest tap, unless it was a second one
let doubled = null; // the same of a second tap, and what it has clicked
const note_tap = (finger) => {
  const tap = {x: finger.x, y: finger.y, px: finger.px, py: finger.py, at: time.now(), element: at(finger.x, finger.y), clicked: null};
  const follows = last_tap && last_tap.element === tap.element && finger.begun - last_tap.at <= DOUBLE_MS
    && Math.hypot(tap.px - last_tap.px, tap.py - last_tap.py) <= DOUBLE_SLOP * PHONE.density;
  doubled = follows ? tap : null;
  last_tap = follows ? null : tap;
};
for (const name of ['mousedown', 'mouseup', 'click'])
  add_listener.call(window, name, (event) => {
    if (!event.isTrusted || !doubled) return;
    Object.defineProperty(event, 'detail', {value: 2});
    if (name === 'click') doubled.clicked = event.composedPath()[0];
  }, true);
const end_double_tap = () => {
  if (!doubled || !doubled.clicked) return;
  const {x, y, clicked} = doubled;
  doubled = null;
  clicked.dispatchEvent(new MouseEvent('dblclick', {
    bubbles: true, cancelable: true, composed: true, view: window, detail: 2, clientX: x, clientY: y, screenX: x, screenY: y,
  }));
};
const aim_again = () => {
  missed = quiet = false;
  if (aim) aim = {...aim, again: true};
  return null;
};

const pointer = (name, finger, cancelable = true) => {
  if (finger.mute) return false;
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
  pageX: finger.x + scroll_x(), pageY: finger.y + scroll_y(), screenX: finger.x, screenY: finger.y,
  radiusX: 1, radiusY: 1, force: 1,
});
const send = (name, finger, cancelable = true) => {
  if (finger.mute) return false;
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
  if (element === root) return flow !== 'hidden' && (room > 0 || magnified());
  return room > 0 && (flow === 'auto' || flow === 'scroll');
};
const has_room = (e, axis, by) => {
  const place = axis === 'x' ? e.scrollLeft : e.scrollTop;
  const most = axis === 'x' ? e.scrollWidth - e.clientWidth : e.scrollHeight - e.clientHeight;
  return by < 0 ? place > 0 : place < most - 0.5;
};
// Returns what a finger scrolls; a frame that can't scroll leaves that to its parent document.
const scroller = (element, dx, dy) => {
  const axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
  const by = axis === 'x' ? dx : dy;
  const root = document.scrollingElement || document.documentElement;
  for (let e = element; e instanceof Element && e !== root; e = e.parentElement || (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null)) {
    if (e === document.body && root !== document.body) continue;
    if (scrolls(e, axis) && has_room(e, axis, by)) return e;
  }
  if (placed) return scrolls(root, axis) && has_room(root, axis, by) ? root : null;
  return scrolls(root, axis) || scrolls(root, axis === 'x' ? 'y' : 'x') ? root : null;
};
const scroll_by = (element, dx, dy) => {
  const root = document.scrollingElement;
  if (element === root && magnified()) show_at(...shown_at().map((place, i) => place + [dx, dy][i]));
  else if (element === root) window.scrollBy({left: dx, top: dy, behavior: 'instant'});
  else element.scrollBy({left: dx, top: dy, behavior: 'instant'});
  mark();
};
// Returns whether a finger pulls the page down: mostly downwards, from its top, where nothing else scrolls.
const pulls = (finger, far_x, far_y) => {
  const root = document.scrollingElement || document.documentElement;
  if (placed || fingers.size > 1 || far_y <= 1.73 * Math.abs(far_x)) return false;
  if (scroll_y() > 0 || (window.visualViewport && visualViewport.offsetTop > 0)) return false;
  if (finger.scroller && finger.scroller !== root) return false;
  for (let e = finger.target; e instanceof Element; e = e.parentElement)
    if ((!e.parentElement || e === document.body || scrolls(e, 'y')) && getComputedStyle(e).overscrollBehaviorY !== 'auto') return false;
  return true;
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
// Makes the other fingers of a pinch forget how fast they were, so that it isn't followed by a fling.
const still_what_moves_against = (finger) => {
  const [vx, vy] = speed(finger);
  for (const other of fingers.values()) {
    const [ox, oy] = speed(other);
    if (vx * ox + vy * oy < 0) other.path = other.path.slice(-1);
  }
};
const let_loose = (finger) => {
  const back = -speed(finger)[1] * scale() / PHONE.density;
  if (finger.py - finger.sy > PULL * PHONE.density && back < PULL_BACK) tell('pulled');
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
  if (finger.mode || fingers.size > 1 || pick_up(finger)) return;
  hold(finger);
};
const hold = (finger) => {
  finger.mode = 'held';
  const target = at(finger.x, finger.y);
  const event = new PointerEvent('contextmenu', {
    bubbles: true, cancelable: true, composed: true, view: window, pointerType: 'touch',
    clientX: finger.x, clientY: finger.y, button: 0,
  });
  if (!target.dispatchEvent(event)) return;
  const link = target.closest('a[href],area[href]');
  const image = target.closest('img');
  let word = '';
  if (!link && !image) word = select_word(finger);
  const words = link ? link.innerText.trim().slice(0, MOST_TEXT) : '';
  tell('held', finger.px, finger.py, link ? link.href : '', words, image ? image.currentSrc || image.src : '', word);
  mark();
};
// A finger that goes down in a frame belongs to that frame; Python passes its events on.
const inside = (finger) => {
  const [x, y] = mouse_at(finger);
  return {frame: key_of(finger.owner), x, y};
};
const down = (id, px, py) => {
  if (fling) { time.cancel(fling); fling = 0; }
  const [x, y] = to_page(px, py);
  const target = at(x, y), owner = owners.has(target) ? target : null;
  const finger = {id, x, y, px, py, sx: px, sy: py, target, owner, mode: '', primary: fingers.size === 0, path: [[x, y, time.now()]], timer: 0, scroller: null, scrolled: 0, axis: '', begun: time.now()};
  fingers.set(id, finger);
  finger.grip = fingers.size === 1 ? grip_at(px, py) : null;
  if (finger.grip) { // a handle is a window of its own, so the page gets no events
    finger.mode = 'grip';
    return;
  }
  if (fingers.size > 1) for (const f of fingers.values()) { time.cancel(f.timer); f.timer = 0; f.pulls = false; }
  pinched = fingers.size === 2 && may_zoom() ? pinch() : null;
  if (owner) return inside(finger);
  pointer('pointerover', finger);
  pointer('pointerenter', finger);
  finger.muted = pointer('pointerdown', finger);
  finger.prevented = send('touchstart', finger);
  if (finger.target instanceof HTMLInputElement && finger.target.type === 'range' && !finger.prevented && !finger.target.disabled) {
    finger.mode = 'range';
    slide(finger.target, x, false);
  } else if (fingers.size === 1 && !finger.prevented)
    finger.timer = time.later(() => pressed(finger), LONG_PRESS);
};
// Begins a drag; returns whether it is for the parent document.
const drag = (finger, caught) => {
  const [far_x, far_y] = [finger.px - finger.sx, finger.py - finger.sy];
  const allowed = action_of(finger.target);
  if (finger.prevented || caught || allowed === 'none') {
    finger.mode = 'page';
    return false;
  }
  const vertical = Math.abs(far_y) >= Math.abs(far_x);
  finger.axis = Math.abs(far_y) > 1.5 * Math.abs(far_x) ? 'y' : Math.abs(far_x) > 1.5 * Math.abs(far_y) ? 'x' : '';
  const barred = allowed !== 'auto' && allowed !== 'manipulation' && !allowed.includes(vertical ? 'pan-y' : 'pan-x');
  finger.scroller = barred ? null : scroller(finger.target, -far_x, -far_y);
  finger.mode = barred ? 'page' : 'scroll';
  finger.pulls = !barred && pulls(finger, far_x, far_y);
  offered = null;
  if (!barred) {
    pointer('pointercancel', finger, false);
    pointer('pointerout', finger, false);
    pointer('pointerleave', finger, false);
  }
  if (!placed || barred || finger.scroller) return false;
  fingers.delete(finger.id);
  captured.delete(finger.id + 2);
  return true;
};
// Takes over a finger that can't scroll anything in its frame, whose document gets its events.
const takes = (id) => {
  const finger = fingers.get(id);
  if (!finger || !finger.owner) return null;
  Object.assign(finger, {target: finger.owner, owner: null, mute: true});
  return drag(finger, false) ? {outer: true} : null;
};
const move = (id, px, py) => {
  const finger = fingers.get(id);
  if (!finger) return;
  const [ox, oy] = [finger.px, finger.py];
  [finger.px, finger.py] = [px, py];
  [finger.x, finger.y] = to_page(px, py);
  finger.path.push([finger.x, finger.y, time.now()]);
  if (finger.path.length > 20) finger.path.shift();
  if (finger.owner) {
    if (fingers.size === 2 && pinched && window.visualViewport) spread();
    return inside(finger);
  }
  if (finger.mode === 'grip') {
    if (finger.grip.caret) drag_caret(finger);
    else drag_end(finger);
    return;
  }
  const [far_x, far_y] = [px - finger.sx, py - finger.sy];
  if (finger.mode === 'drag') {
    if (finger.moved || Math.hypot(far_x, far_y) > SLOP * PHONE.density) carry(finger);
    return;
  }
  const begins = !finger.mode && Math.hypot(far_x, far_y) > SLOP * PHONE.density;
  if (!finger.mode && !begins) {
    pointer('pointermove', finger);
    return;
  }
  if (begins) { time.cancel(finger.timer); finger.timer = 0; }
  if (finger.mode === 'range') { slide(finger.target, finger.x, false); }
  if (finger.mode === 'held' && finger.word) { select_to(finger); }
  const caught = send('touchmove', finger, finger.mode !== 'scroll');
  if (begins && drag(finger, caught)) return {outer: true};
  if (finger.mode === 'page' || finger.mode === 'range') pointer('pointermove', finger);
  if (fingers.size === 2 && pinched && finger.mode === 'scroll' && !placed && window.visualViewport) spread();
  else if (finger.mode === 'scroll' && finger.scroller && !finger.pulls) {
    const k = scale() * fingers.size, before = scroll_y();
    const [dx, dy] = [(ox - px) / k, (oy - py) / k];
    scroll_by(finger.scroller, finger.axis === 'y' ? 0 : dx, finger.axis === 'x' ? 0 : dy);
    finger.scrolled += scroll_y() - before;
  }
};
// Returns where to tap the page, or null.
const up = (id, px, py) => {
  const finger = fingers.get(id);
  if (!finger) return null;
  time.cancel(finger.timer);
  [finger.px, finger.py] = [px, py];
  [finger.x, finger.y] = to_page(px, py);
  if (finger.owner) {
    fingers.delete(id);
    aim = pinched = null;
    missed = false;
    return inside(finger);
  }
  if (finger.mode === 'grip') {
    fingers.delete(id);
    let_go(finger);
    return null;
  }
  if (finger.mode === 'drag') {
    fingers.delete(id);
    put_down(finger, true);
    if (!finger.moved) hold(finger);
    return null;
  }
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
  still_what_moves_against(finger);
  const scrolled = finger.pulls ? finger.sy - finger.py : finger.scrolled * scale();
  if (scrolled && !placed) tell('scrolled', scrolled / PHONE.density);
  if (finger.pulls) let_loose(finger);
  else if (finger.mode === 'scroll' && finger.scroller && !fingers.size) fly(finger);
  const tap = !finger.mode && !finger.prevented && !prevented && finger.primary && !fingers.size;
  if (tap) {
    quiet = finger.muted;
    chosen = offered = null;
  }
  missed = false;
  if (tap) note_tap(finger);
  const zooms = tap && doubled && taps_zoom(finger.target);
  if (zooms) {
    doubled = null; // the page hears nothing of it
    zoom_by_tap(finger);
  }
  aim = tap && !zooms ? {x: finger.x, y: finger.y, element: at(finger.x, finger.y), again: false} : null;
  return aim && mouse_at(finger);
};
const cancel = () => {
  for (const finger of [...fingers.values()]) {
    time.cancel(finger.timer);
    fingers.delete(finger.id);
    if (finger.mode === 'drag') put_down(finger, false);
    if (finger.mode === 'grip' || finger.mode === 'drag' || finger.owner) continue;
    if (finger.mode !== 'scroll') pointer('pointercancel', finger, false);
    send('touchcancel', finger, false);
  }
  captured.clear();
  pinched = null;
};
