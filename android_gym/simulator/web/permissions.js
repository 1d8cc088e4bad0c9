// What Chrome asks the user before a page gets it: place, camera, microphone, notifications. Here the
// answer is always no, as if the user had blocked it, and nothing of this computer is asked.
const denied = (message) => new DOMException(message, 'NotAllowedError');
const provide = (holder, name, value) => Object.defineProperty(holder, name, {get: () => value, configurable: true, enumerable: true});

if (window.Geolocation) {
  let watches = 0;
  const refuse = (name, given, fail) => {
    if (typeof given !== 'function') throw new TypeError(`Failed to execute '${name}' on 'Geolocation': parameter 1 is not of type 'Function'.`);
    const error = Object.create(GeolocationPositionError.prototype, {
      code: {value: 1, enumerable: true}, message: {value: 'User denied Geolocation', enumerable: true},
    });
    if (typeof fail === 'function') time.later(() => fail(error), 0);
  };
  Object.assign(Geolocation.prototype, {
    getCurrentPosition(given, fail) { refuse('getCurrentPosition', given, fail); },
    watchPosition(given, fail) {
      refuse('watchPosition', given, fail);
      return ++watches;
    },
    clearWatch() {},
  });
  provide(Navigator.prototype, 'geolocation', Object.create(Geolocation.prototype));
}

if (window.MediaDevices) {
  const shape = MediaDevices.prototype;
  for (const name of Object.getOwnPropertyNames(shape)) if (name !== 'constructor' && name !== 'getSupportedConstraints') delete shape[name];
  Object.assign(shape, {
    async getUserMedia(wanted) {
      if (!wanted || !wanted.audio && !wanted.video) throw new TypeError("Failed to execute 'getUserMedia' on 'MediaDevices': At least one of audio and video must be requested");
      throw denied('Permission denied');
    },
    async enumerateDevices() {
      return ['audioinput', 'videoinput', 'audiooutput'].map((kind) => ({deviceId: '', kind, label: '', groupId: ''}));
    },
    getSupportedConstraints: () => ({}),
    ondevicechange: null,
  });
  provide(Navigator.prototype, 'mediaDevices', Object.setPrototypeOf(new EventTarget(), shape));
}
for (const name of ['getUserMedia', 'webkitGetUserMedia']) {
  if (name in Navigator.prototype) Navigator.prototype[name] = (wanted, done, fail) => { time.later(() => fail(denied('Permission denied')), 0); };
}

if (window.Notification) {
  const answer = 'denied';
  class Notification extends EventTarget {
    constructor() {
      super();
      throw new TypeError("Failed to construct 'Notification': Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
    }
    static async requestPermission(call) {
      if (typeof call === 'function') call(answer);
      return answer;
    }
  }
  provide(Notification, 'permission', answer);
  provide(Notification, 'maxActions', 2);
  Object.defineProperty(window, 'Notification', {value: Notification, writable: true, configurable: true, enumerable: false});
}

// -- what it says of these

const BLOCKED = ['geolocation', 'camera', 'microphone', 'notifications'];
if (window.Permissions) {
  const query = Permissions.prototype.query;
  Permissions.prototype.query = {async query(given) {
    const status = await query.call(this, given);
    if (given.name === 'clipboard-write') return Object.defineProperty(status, 'state', {value: 'granted'});
    return BLOCKED.includes(given.name) ? Object.defineProperty(status, 'state', {value: 'denied'}) : status;
  }}.query;
}

// -- the whole screen

for (const name of ['fullscreenEnabled', 'webkitFullscreenEnabled']) provide(Document.prototype, name, false);
Element.prototype.requestFullscreen = {async requestFullscreen() {
  time.later(() => this.dispatchEvent(new Event('fullscreenerror', {bubbles: true, composed: true})), 0);
  throw new TypeError('Permissions check failed');
}}.requestFullscreen;
for (const [kind, names] of [[Element, ['webkitRequestFullscreen', 'webkitRequestFullScreen']], [HTMLVideoElement, ['webkitEnterFullscreen', 'webkitEnterFullScreen']]])
  for (const name of names) kind.prototype[name] = {[name]() {}}[name];
const no_button = new CSSStyleSheet();
no_button.replaceSync('video::-webkit-media-controls-fullscreen-button { display: none !important; }');
adopt(no_button, true);

// -- Chrome for Android has none of these

for (const name of [
  'showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker', 'SharedWorker', 'queryLocalFonts', 'EyeDropper', 'documentPictureInPicture',
  'getScreenDetails', 'IdleDetector', 'PressureObserver', 'LanguageModel', 'Translator', 'Summarizer', 'LanguageDetector', 'Writer', 'Rewriter', 'Proofreader',
]) delete window[name];
