// Time and random numbers of a page, which both come from the phone. Runs before any script of the
// page, in each frame. Gets `PHONE`, and provides `time` for the scripts that follow.
const time = (() => {
  'use strict';
  const FRAME = 1000 / 60;
  const MOST_CALLS = 20000; // calls of timers in one step
  const RealDate = Date;
  const {report, rest, post_task} = beside;
  const evaluate = eval;
  const {addEventListener: add_listener, dispatchEvent: dispatch} = EventTarget.prototype;
  let start = PHONE.wall_ms;
  let now = start;
  const native_frame = window.requestAnimationFrame.bind(window);

  const hidden = (object, name, value) =>
    Object.defineProperty(object, name, {value, writable: true, configurable: true, enumerable: false});
  const named = (name, fn) => Object.defineProperty(fn, 'name', {value: name});

  // -- clocks

  RealDate.now = named('now', () => Math.floor(now));
  const FakeDate = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length ? given : [Math.floor(now)], made),
    apply: () => new RealDate(Math.floor(now)).toString(),
  });
  hidden(RealDate.prototype, 'constructor', FakeDate);
  hidden(window, 'Date', FakeDate);
  const elapsed = () => now - start;
  hidden(Performance.prototype, 'now', named('now', elapsed));
  Object.defineProperty(Performance.prototype, 'timeOrigin', {get: () => start, configurable: true});
  for (const name of ['getEntries', 'getEntriesByName', 'getEntriesByType'])
    hidden(Performance.prototype, name, named(name, () => []));
  Object.defineProperty(Performance.prototype, 'timing', {
    get: () => new Proxy({}, {get: (_, name) => (name === 'toJSON' ? undefined : start)}),
    configurable: true,
  });
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get() {
      if (!stamps.has(this)) stamps.set(this, elapsed());
      return stamps.get(this);
    },
    configurable: true,
  });
  const stamps = new WeakMap();
  Object.defineProperty(AnimationTimeline.prototype, 'currentTime', {get: elapsed, configurable: true});
  Object.defineProperty(Document.prototype, 'lastModified', {
    get: () => {
      const d = new RealDate(start), two = (n) => String(n).padStart(2, '0');
      return `${two(d.getMonth() + 1)}/${two(d.getDate())}/${d.getFullYear()} ` +
        `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
    },
    configurable: true,
  });
  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format').get;
  Object.defineProperty(formats, 'format', {
    get() {
      const own = format.call(this);
      return (date) => own(date === undefined ? now : date);
    },
    configurable: true,
  });
  const parts = formats.formatToParts;
  hidden(formats, 'formatToParts', function formatToParts(date) {
    return parts.call(this, date === undefined ? now : date);
  });

  // -- timers

  const timers = new Map(); // by number: {number, at, order, call, every, level}
  const queue = []; // a heap of [time, order, timer], the next one first; keeps cleared timers
  const before = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
  const enqueue = (timer) => {
    let i = queue.length;
    const item = [timer.at, timer.order, timer];
    for (let above = (i - 1) >> 1; i && before(item, queue[above]); above = (i - 1) >> 1) {
      queue[i] = queue[above];
      i = above;
    }
    queue[i] = item;
  };
  const dequeue = () => {
    const item = queue.pop();
    if (!queue.length) return;
    let i = 0;
    for (let below = 1; below < queue.length; below = 2 * i + 1) {
      if (below + 1 < queue.length && before(queue[below + 1], queue[below])) below++;
      if (!before(queue[below], item)) break;
      queue[i] = queue[below];
      i = below;
    }
    queue[i] = item;
  };
  let numbers = 0;
  let orders = 0;
  let level = 0; // nesting level of the running timer
  const add = (call, delay, every, own) => {
    const number = own ? -++numbers : ++numbers;
    const least = level >= 5 && !own ? 4 : every && !own ? 1 : 0;
    const wait = Math.max(least, Math.min(2147483647, Number(delay) || 0));
    const timer = {number, at: now + wait, order: ++orders, call, every: every ? Math.max(wait, 1) : 0, level: level + 1};
    timers.set(number, timer);
    enqueue(timer);
    return number;
  };
  const script = (handler, given) => {
    if (typeof handler === 'function') return () => handler.apply(window, given);
    const code = String(handler);
    return () => evaluate(code);
  };
  hidden(window, 'setTimeout', function setTimeout(handler, delay, ...given) {
    return add(script(handler, given), delay, false, false);
  });
  hidden(window, 'setInterval', function setInterval(handler, delay, ...given) {
    return add(script(handler, given), delay, true, false);
  });
  const clear = (number) => { timers.delete(Number(number)); };
  hidden(window, 'clearTimeout', named('clearTimeout', clear));
  hidden(window, 'clearInterval', named('clearInterval', clear));

  // Times of this size have a resolution of 1/4096 ms; a frame must not follow itself at once.
  const grid = () => start + (Math.floor((now - start) / FRAME + 1e-3) + 1) * FRAME;
  let frames = new Map(); // requested animation frames: callback by number
  hidden(window, 'requestAnimationFrame', function requestAnimationFrame(call) {
    if (typeof call !== 'function')
      throw new TypeError("Failed to execute 'requestAnimationFrame' on 'Window': parameter 1 is not of type 'Function'.");
    if (!frames.size) frames.at = grid();
    frames.set(++numbers, call);
    return numbers;
  });
  hidden(window, 'cancelAnimationFrame', function cancelAnimationFrame(number) {
    frames.delete(Number(number));
  });
  hidden(window, 'requestIdleCallback', function requestIdleCallback(call) {
    return add(() => call({didTimeout: false, timeRemaining: () => 10}), 1, false, false);
  });
  hidden(window, 'cancelIdleCallback', named('cancelIdleCallback', clear));
  if (window.AbortSignal && AbortSignal.timeout)
    hidden(AbortSignal, 'timeout', function timeout(ms) {
      const controller = new AbortController();
      add(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms, false, false);
      return controller.signal;
    });

  // -- random numbers: sfc32, from the page's seed

  let a, b, c, d;
  let draws = 0;
  const draw = () => {
    draws++;
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  // Sets the seed, and skips as many numbers as were drawn before, as if it had been set first.
  const sow = (seed) => {
    const skipped = draws;
    [a, b, c, d] = [seed >>> 0, Math.floor(seed / 4294967296) >>> 0, 0x9e3779b9, 1];
    for (let i = 0; i < 16 + skipped; i++) draw();
    draws = skipped;
  };
  sow(PHONE.seed);
  Math.random = named('random', () => (draw() >>> 5) * 67108864 / 9007199254740992 + (draw() >>> 6) / 9007199254740992);
  const fill = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = draw() >>> 24;
    return array;
  };
  hidden(Crypto.prototype, 'getRandomValues', named('getRandomValues', fill));
  hidden(Crypto.prototype, 'randomUUID', function randomUUID() {
    const x = fill(new Uint8Array(16));
    x[6] = (x[6] & 15) | 64;
    x[8] = (x[8] & 63) | 128;
    const hex = Array.from(x, (n) => n.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  });

  // -- APIs that run in parallel to the page, or reach outside of it, are not available

  const refuse = (name) => {
    if (!(name in window)) return;
    hidden(window, name, function () {
      throw new DOMException(`Failed to construct '${name}': this is not supported here.`, 'SecurityError');
    });
  };
  ['Worker', 'SharedWorker', 'RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport',
    'BroadcastChannel', 'PushManager', 'Notification', 'PresentationRequest'].forEach(refuse);
  const FAIL_MS = 20; // until a connection fails, as there is no network
  const TRY_MS = 3000; // until the next try, as in Chrome
  const fire = (target, event) => {
    target.dispatchEvent(event);
    const handler = target['on' + event.type];
    if (typeof handler === 'function') handler.call(target, event);
  };
  class Offline extends EventTarget {
    constructor(url) {
      super();
      this.url = String(url);
      this.readyState = 0;
      add(() => {
        this.readyState = 3;
        for (const event of [new Event('error'), new CloseEvent('close', {code: 1006})]) fire(this, event);
      }, FAIL_MS, false, false);
    }
    send() { throw new DOMException('Still in CONNECTING state.', 'InvalidStateError'); }
    close() {}
  }
  class Source extends EventTarget {
    constructor(url) {
      super();
      this.url = new URL(url, document.baseURI).href;
      this.readyState = 0;
      const fail = () => {
        if (this.readyState === 2) return;
        add(fail, TRY_MS, false, false);
        fire(this, new Event('error'));
      };
      add(fail, FAIL_MS, false, false);
    }
    close() { this.readyState = 2; }
  }
  for (const [name, kind, states] of [['WebSocket', Offline, ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED']], ['EventSource', Source, ['CONNECTING', 'OPEN', 'CLOSED']]]) {
    hidden(window, name, named(name, kind));
    states.forEach((state, value) => { kind[state] = kind.prototype[state] = value; });
  }
  for (const name of ['serviceWorker', 'locks', 'storage', 'gpu', 'usb', 'bluetooth', 'serial', 'hid', 'getBattery', 'connection', 'credentials'])
    delete Navigator.prototype[name];
  for (const [name, value] of [['hardwareConcurrency', 8], ['deviceMemory', 2], ['onLine', false]])
    Object.defineProperty(Navigator.prototype, name, {get: () => value, configurable: true});
  delete window.scheduler;
  // Sizes of the heap follow from the computer's memory and from when garbage is collected.
  const heap = {jsHeapSizeLimit: 1130000000, totalJSHeapSize: 10000000, usedJSHeapSize: 10000000};
  Object.defineProperty(Performance.prototype, 'memory', {get: () => ({...heap}), configurable: true, enumerable: true});

  // -- CSS animations: they are paused, and moved to where they are at the present time

  const seen = new Map(); // by animation: time when it was first seen
  const animate = () => {
    const all = document.getAnimations ? document.getAnimations() : [];
    let moved = false;
    const left = new Set(all);
    for (const animation of [...seen.keys()]) if (!left.has(animation)) seen.delete(animation);
    for (const animation of all) {
      if (!seen.has(animation)) {
        if (animation.playState !== 'running') continue;
        animation.playbackRate = 0;
        seen.set(animation, now);
        animation.currentTime = 0;
      }
      moved = true;
      const place = now - seen.get(animation);
      const timing = animation.effect && animation.effect.getComputedTiming();
      const end = timing ? Number(timing.endTime) : 0;
      if (place >= end) {
        seen.delete(animation);
        animation.playbackRate = 1;
        animation.finish();
      } else {
        animation.currentTime = place;
      }
    }
    return moved;
  };

  // -- observers: entries that come with frames are delivered after a step's own frame. Frames that
  // are only drawn for a picture deliver nothing.

  const told = []; // {call, observer, entries: by their target}
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    const Real = window[name];
    const Observer = class extends Real {
      constructor(call, ...given) {
        const own = {call, entries: new Map()};
        super((entries) => {
          for (const entry of entries) own.entries.set(entry.target, entry);
          if (!told.includes(own)) told.push(own);
        }, ...given);
        own.observer = this;
      }
    };
    hidden(window, name, named(name, Observer));
  }
  // So are scroll events if the engine draws frames on its own, at any moment.
  const scrolled = new Map(); // by target: names of its events
  if (PHONE.free) {
    for (const name of ['scroll', 'scrollend'])
      add_listener.call(window, name, (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        scrolled.set(event.target, (scrolled.get(event.target) || new Set()).add(name));
      }, true);
  }
  const observed = () => {
    const moved = [...scrolled];
    scrolled.clear();
    for (const [target, names] of moved)
      for (const name of names)
        dispatch.call(target, new Event(name, {bubbles: target === document}));
    for (const own of told.splice(0)) {
      const entries = [...own.entries.values()];
      own.entries.clear();
      try { own.call.call(own.observer, entries, own.observer); } catch (error) { report(error); }
    }
  };

  // -- steps

  const call = (timer) => {
    level = timer.level;
    try { timer.call(); } catch (error) { report(error); }
    level = 0;
  };
  const first = () => {
    while (queue.length) {
      const [at, order, timer] = queue[0];
      if (timers.get(timer.number) === timer && timer.at === at && timer.order === order) return timer;
      dequeue();
    }
    return null;
  };
  // Advances the time to `to` (milliseconds since 1970), and calls what is due in order.
  const pass = async (to) => {
    for (let calls = 0; calls < MOST_CALLS; calls++) {
      const timer = first();
      const frame = frames.size ? frames.at : Infinity;
      const at = Math.min(timer ? timer.at : Infinity, frame);
      if (!(at <= to)) break;
      now = Math.max(now, at);
      if (frame <= at) {
        const called = frames;
        frames = new Map();
        animate();
        for (const own of called.values())
          try { own(elapsed()); } catch (error) { report(error); }
      } else {
        dequeue();
        if (timer.every) {
          [timer.at, timer.order] = [now + timer.every, ++orders];
          enqueue(timer);
        } else timers.delete(timer.number);
        call(timer);
      }
      await rest();
    }
    now = Math.max(now, to);
  };
  // Shifts the time of a document to begin now, as one in a frame is loaded later than the page.
  const enter = (to) => {
    const by = to - now;
    if (!by) return;
    [start, now] = [start + by, to];
    for (const timer of timers.values()) timer.at += by;
    for (const item of queue) item[0] += by;
    frames.at += by;
    for (const [animation, since] of seen) seen.set(animation, since + by);
  };
  // Resolves once a frame has run, and observers have been notified, which happens in a task of its
  // own after the frame's.
  const framed = (begins) => new Promise((done) => native_frame(() => {
    begins();
    post_task(() => post_task(done));
  }));
  return {
    framed, observed, pass, rest, animate, elapsed, sow, enter,
    now: () => now,
    later: (callback, delay) => add(callback, delay, false, true),
    cancel: clear,
    // Returns the time when something is due next; -1 if nothing is.
    next: () => {
      const timer = first();
      const at = Math.min(timer ? timer.at : Infinity, frames.size ? frames.at : Infinity, seen.size ? now + FRAME : Infinity);
      return at === Infinity ? -1 : at;
    },
  };
})();
