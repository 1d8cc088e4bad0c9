// Dragging elements that have `draggable`, by a long press, as Chrome for Android does. The data of a
// drag stay in the page, and the phone draws nothing under the finger.
const drag_event = (name, finger, target, given = {}) => {
  const event = new DragEvent(name, {
    bubbles: true, cancelable: /^drag(start|enter|over)?$|drop/.test(name), composed: true, view: window,
    clientX: finger.x, clientY: finger.y, screenX: finger.x, screenY: finger.y, dataTransfer: finger.carried, ...given,
  });
  return !target.dispatchEvent(event);
};
// Begins to drag what the finger rests on; returns whether there is something to drag.
const pick_up = (finger) => {
  let source = at(finger.x, finger.y);
  while (source instanceof Element && !(source.draggable && source.hasAttribute('draggable'))) source = above(source);
  if (!(source instanceof Element)) return false;
  // The engine's own effects can't be set outside of its own drags.
  const carried = Object.defineProperties(new DataTransfer(), {
    dropEffect: {value: 'none', writable: true}, effectAllowed: {value: 'uninitialized', writable: true},
  });
  Object.assign(finger, {source, carried, over: null, accepted: false, moved: false});
  if (drag_event('dragstart', finger, source)) return false;
  finger.mode = 'drag';
  pointer('pointercancel', finger, false);
  pointer('pointerout', finger, false);
  pointer('pointerleave', finger, false);
  send('touchcancel', finger, false);
  mark();
  return true;
};
const carry = (finger) => {
  finger.moved = true;
  drag_event('drag', finger, finger.source);
  const target = at(finger.x, finger.y), left = finger.over;
  if (target !== left) {
    finger.over = target;
    drag_event('dragenter', finger, target, {relatedTarget: left});
    if (left && left.isConnected) drag_event('dragleave', finger, left, {relatedTarget: target});
  }
  finger.carried.dropEffect = {all: 'copy', none: 'copy', uninitialized: 'copy'}[finger.carried.effectAllowed] || finger.carried.effectAllowed.replace(/[A-Z].*/, '');
  finger.accepted = drag_event('dragover', finger, target) && finger.carried.dropEffect !== 'none';
  mark();
};
const put_down = (finger, drops) => {
  const {over, source, carried, accepted} = finger;
  if (drops && accepted && over.isConnected) drag_event('drop', finger, over);
  else {
    if (over && over.isConnected) drag_event('dragleave', finger, over);
    carried.dropEffect = 'none';
  }
  drag_event('dragend', finger, source);
  mark();
};
