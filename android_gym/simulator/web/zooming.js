// The zoom of a page, by pinches and double taps. Scripts can't set it: Python does that.
const MOST_ZOOM = 5; // as in Chrome, unless the page says otherwise
let zoom = 0; // scale factor to set for the page; 0 leaves it as it is
const view_width = () => visualViewport.width * visualViewport.scale; // in dp
// Returns the scale at which the whole width of the page is seen, below 1 if that is wider than the view.
const least_zoom = () => view_width() / inner_width();
const magnified = () => !placed && window.visualViewport && visualViewport.scale > 1.01 * least_zoom();
const viewport_meta = () => [...document.querySelectorAll('meta[name=viewport i]')].pop()?.content || '';
const may_zoom = () => !/user-scalable\s*=\s*(no|0)/i.test(viewport_meta());
// Returns the nearest scale that the page may have.
const within_limits = (factor) => {
  const [, most] = viewport_meta().match(/maximum-scale\s*=\s*(\d*\.?\d+)/i) || [];
  return Math.max(least_zoom(), Math.min(factor, most ? Number(most) : MOST_ZOOM));
};
// The place of the page that is shown at the view's left top corner, in CSS pixels. Only Python can
// change it while the page is magnified; the engine rounds it.
let pan = null; // place to show; null leaves it as it is
let panned = null; // the latest one, before it was rounded
const shown_at = () => {
  const now = [visualViewport.pageLeft, visualViewport.pageTop];
  return panned && (pan || now.every((place, i) => Math.abs(place - panned[i]) <= 2)) ? panned : now;
};
const show_at = (x, y) => { pan = panned = [x, y]; mark(); };
// Sets the zoom so that the part at `from` of the view is then at `to`, both in pixels.
const zoom_at = (factor, from, to) => {
  const [left, top] = shown_at(), old = (zoom || visualViewport.scale) * PHONE.density;
  zoom = within_limits(factor);
  const now = zoom * PHONE.density;
  show_at(left + from.x / old - to.x / now, top + from.y / old - to.y / now);
};

// -- pinches

const pinch = () => {
  const [a, b] = [...fingers.values()];
  return {far: Math.hypot(a.px - b.px, a.py - b.py), x: (a.px + b.px) / 2, y: (a.py + b.py) / 2};
};
let pinched = null; // the latest pinch while two fingers are down
const spread = () => {
  const next = pinch(), before = zoom || visualViewport.scale;
  zoom_at(pinched.far > 0 ? before * next.far / pinched.far : before, pinched, next); // stays between the fingers
  pinched = next;
};

// -- double taps, which zoom to a block and out again, as in Chrome

const BLOCK_MARGIN = 5; // CSS pixels beside the block, if the page has them
const LEAST_MARGIN = 2; // on the other side of a block at the page's edge
const FINGER_MARGIN = 32; // dp that stay in view beyond the finger
const LEGIBLE_ZOOM = 1.2; // times the least zoom, for a block that is legible without
const SAME_ZOOM = 0.01;
let tapped_zoom = 0; // what the latest double tap has set
// Returns whether double taps zoom there: on pages wider than the view that may be zoomed. On others
// the page gets them.
const taps_zoom = (element) =>
  !placed && window.visualViewport && least_zoom() < 0.99 && may_zoom() && action_of(element) === 'auto';
const block_around = (element) => {
  let block = element;
  while (block.parentElement && /^(inline|contents|none)/.test(getComputedStyle(block).display)) block = block.parentElement;
  const box = block.getBoundingClientRect();
  return {left: box.left + scroll_x(), top: box.top + scroll_y(), width: box.width, height: box.height};
};
const with_margins = ({left, top, width, height}) => {
  const root = document.scrollingElement || document.documentElement;
  const room = Math.max(0, root.scrollWidth - left - width);
  let before = BLOCK_MARGIN, after = BLOCK_MARGIN;
  if (left < before) [before, after] = [Math.max(0, left), Math.max(left, LEAST_MARGIN)];
  if (room < after) [before, after] = [Math.min(before, Math.max(room, LEAST_MARGIN)), room];
  return {left: left - before, top, width: width + before + after, height};
};
// Returns where to begin to show a side of the block: all of it in the middle, or what is at the finger.
const align = (begins, length, seen, touched) =>
  length < seen ? begins - (seen - length) / 2 : Math.max(begins, touched + FINGER_MARGIN / visualViewport.scale - seen);
const zoom_by_tap = (finger) => {
  const least = least_zoom(), now = visualViewport.scale;
  const block = with_margins(block_around(at(finger.x, finger.y)));
  let factor = Math.min(view_width() / block.width, PHONE.text_zoom / 100);
  if (now < LEGIBLE_ZOOM * least && factor < LEGIBLE_ZOOM * least) factor = LEGIBLE_ZOOM * least;
  factor = within_limits(factor);
  const again = Math.abs(now - tapped_zoom) < SAME_ZOOM && tapped_zoom > least + SAME_ZOOM;
  if (!block.width || again || Math.abs(now - factor) < SAME_ZOOM) {
    tapped_zoom = 0;
    const place = {x: finger.px, y: finger.py};
    zoom_at(least, place, place);
    return;
  }
  zoom = tapped_zoom = factor;
  const [x, y] = [finger.x + scroll_x(), finger.y + scroll_y()];
  const [wide, high] = [view_width() / factor, visualViewport.height * now / factor];
  show_at(align(block.left, block.width, wide, x), align(block.top, block.height, high, y));
};
