// Asynchronous work of the engine, which takes real time in threads and processes of its own. A
// page gets the results while its virtual time advances, in the order of its requests, and time
// doesn't go on before it has all of them. Runs before the other scripts, in each frame.
const beside = (() => {
  'use strict';
  const MOST = 1000; // results that a page may get in one step, as each may lead to another
  const TURN_MS = 100; // of real time
  const MOST_TURNS = 10; // a page that still posts messages after these turns does so endlessly
  const channel = new MessageChannel();
  const post = channel.port2.postMessage.bind(channel.port2);
  const hopping = []; // callbacks waiting for our own messages, in order
  channel.port1.onmessage = () => { hopping.shift()(); };
  const post_task = scheduler.postTask.bind(scheduler);
  const later = window.setTimeout.bind(window);
  const add_listener = EventTarget.prototype.addEventListener;
  const report = window.reportError ? window.reportError.bind(window) : () => {};

  const waiting = []; // work of the engine: functions that return a promise for its end
  let chatty = false; // whether the page uses messages, or reads its own streams as a response
  let restless = false; // whether it posts them endlessly

  // Lets the page's tasks run that were posted before.
  const hop = () => new Promise((done) => {
    hopping.push(done);
    post(0);
  });
  // Resolves when the page is idle, as a background task runs after all others.
  const idle = () => new Promise((done) => {
    let over = false, left = MOST_TURNS;
    const turn = () => { // rescheduled each time, so that a stall of the host counts only once
      if (over) return;
      restless = !--left;
      if (restless) done();
      else later(turn, TURN_MS);
    };
    later(turn, TURN_MS);
    post_task(() => {
      over = true;
      done();
    }, {priority: 'background'});
  });
  const rest = async () => {
    await hop();
    for (let heard = 0; heard < MOST && (waiting.length || chatty && !restless);) {
      for (; heard < MOST && waiting.length; heard++) {
        await waiting.shift()();
        await hop();
      }
      if (!chatty || restless) return;
      await idle();
      if (!waiting.length) return;
    }
  };

  // -- promises

  const told = (native) => {
    native.catch(() => {}); // the page handles the promise that is returned
    return new Promise((done, fail) => {
      waiting.push(() => native.then(done, fail));
    });
  };
  const wrap = (holder, name, wanted = () => true, taken = (value) => value) => {
    const own = holder && Object.getOwnPropertyDescriptor(holder, name);
    if (!own || typeof own.value !== 'function') return;
    const made = {[name](...given) {
      const native = own.value.apply(this, given);
      return wanted.call(this) ? told(native.then(taken)) : native;
    }}[name];
    Object.defineProperty(made, 'length', {value: own.value.length});
    Object.defineProperty(holder, name, {...own, value: made});
  };
  const proto = (name) => window[name] && window[name].prototype;
  // Responses and streams that the engine fills; a page's own may be endless.
  const answers = new WeakSet();
  const note = (answer) => {
    if (Object(answer) === answer) answers.add(answer);
    return answer;
  };
  const get = window.fetch;
  if (get) Object.defineProperty(window, 'fetch', {configurable: true, enumerable: true, writable: true, value: {fetch(...given) {
    return told(get.apply(window, given).then(note));
  }}.fetch});
  const copy = Response.prototype.clone;
  Response.prototype.clone = {clone() {
    const other = copy.call(this);
    if (answers.has(this)) answers.add(other);
    return other;
  }}.clone;
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']) {
    wrap(proto('Response'), name, function () { return answers.has(this); });
    wrap(proto('Blob'), name);
  }
  const Answer = window.Response;
  Object.defineProperty(window, 'Response', {configurable: true, enumerable: false, writable: true, value: new Proxy(Answer, {construct(own, given, maker) {
    const answer = Reflect.construct(own, given, maker);
    if (given[0] instanceof Blob || answers.has(given[0])) answers.add(answer);
    else if (given[0] instanceof ReadableStream) chatty = true;
    return answer;
  }})});
  Answer.prototype.constructor = window.Response;
  // Replaces a method by one whose result is filled by the engine too.
  const passing = (holder, name, wanted) => {
    const own = holder[name];
    holder[name] = {[name](...given) {
      const result = own.apply(this, given);
      if (wanted.call(this, ...given)) for (const part of [result].flat()) note(part);
      return result;
    }}[name];
  };
  const filled = function () { return answers.has(this); };
  const transforms = [CompressionStream, DecompressionStream, TextDecoderStream, TextEncoderStream];
  const streams = ReadableStream.prototype;
  passing(Blob.prototype, 'stream', () => true);
  passing(streams, 'getReader', filled);
  passing(streams, 'tee', filled);
  passing(streams, 'pipeThrough', function (other) { return answers.has(this) && transforms.some((kind) => other instanceof kind); });
  wrap(streams, 'pipeTo', filled);
  for (const name of ['ReadableStreamDefaultReader', 'ReadableStreamBYOBReader']) wrap(proto(name), 'read', filled);
  const {values} = streams;
  streams.values = streams[Symbol.asyncIterator] = {values(...given) {
    const each = values.apply(this, given);
    const next = each.next.bind(each);
    if (answers.has(this)) each.next = () => told(next());
    return each;
  }}.values;
  for (const name of ['Response', 'Request']) {
    const body = Object.getOwnPropertyDescriptor(proto(name), 'body');
    if (body) Object.defineProperty(proto(name), 'body', {...body, get() {
      const stream = body.get.call(this);
      return answers.has(this) ? note(stream) : stream;
    }});
  }
  wrap(window, 'createImageBitmap');
  for (const name of ['compile', 'instantiate']) wrap(WebAssembly, name);
  for (const name of ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'encrypt', 'exportKey', 'generateKey', 'importKey', 'sign', 'unwrapKey', 'verify', 'wrapKey'])
    wrap(proto('SubtleCrypto'), name);
  wrap(proto('Permissions'), 'query');
  for (const name of ['read', 'readText', 'write', 'writeText']) wrap(proto('Clipboard'), name);
  const note_all = (found) => (Array.isArray(found) ? found.map(note) : note(found));
  for (const name of ['delete', 'has', 'keys', 'match', 'open']) wrap(proto('CacheStorage'), name, undefined, note_all);
  for (const name of ['add', 'addAll', 'delete', 'keys', 'match', 'matchAll', 'put']) wrap(proto('Cache'), name, undefined, note_all);
  wrap(proto('OffscreenCanvas'), 'convertToBlob');
  wrap(proto('BaseAudioContext'), 'decodeAudioData');
  wrap(proto('OfflineAudioContext'), 'startRendering');
  // An image is decoded only after it has loaded, which is waited for elsewhere.
  const decode = HTMLImageElement.prototype.decode;
  HTMLImageElement.prototype.decode = {decode() {
    const native = decode.call(this);
    if (this.complete) return told(native);
    native.catch(() => {});
    return new Promise((done, fail) => {
      const there = () => { waiting.push(() => native.then(done, fail)); };
      for (const name of ['load', 'error']) add_listener.call(this, name, there, {once: true});
    });
  }}.decode;

  // -- calls

  const to_blob = HTMLCanvasElement.prototype.toBlob;
  HTMLCanvasElement.prototype.toBlob = {toBlob(call, ...given) {
    if (typeof call !== 'function') return to_blob.call(this, call, ...given);
    const native = new Promise((done) => to_blob.call(this, done, ...given));
    waiting.push(() => native.then((blob) => { try { call(blob); } catch (error) { report(error); } }));
  }}.toBlob;

  // -- events: such work begins only when it is its turn

  const turns = new WeakMap(); // by reader or request: the function that begins its work
  const ends = new WeakMap(); // by reader or request: the function to call when its work ends
  // Gives up the work of a reader or request, which fires no more events once other work begins.
  const give_up = (target) => {
    turns.delete(target);
    if (ends.has(target)) ends.get(target)();
  };
  const ending = (target, begin) => new Promise((done) => {
    ends.set(target, done);
    add_listener.call(target, 'loadend', done, {once: true});
    try { begin(); } catch (error) { report(error); done(); }
  });
  const in_turn = (target, begin) => {
    give_up(target);
    turns.set(target, begin);
    waiting.push(() => {
      if (turns.get(target) !== begin) return undefined; // given up
      turns.delete(target);
      return ending(target, begin);
    });
  };
  const readers = FileReader.prototype;
  for (const name of ['readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL', 'readAsText']) {
    const own = readers[name];
    readers[name] = {[name](blob, ...given) {
      if (!(blob instanceof Blob)) return own.call(this, blob, ...given); // which throws
      if (turns.has(this)) throw new DOMException('The object is already busy reading Blobs.', 'InvalidStateError');
      in_turn(this, () => own.call(this, blob, ...given));
    }}[name];
  }
  const state = Object.getOwnPropertyDescriptor(readers, 'readyState');
  Object.defineProperty(readers, 'readyState', {...state, get() { return turns.has(this) ? 1 : state.get.call(this); }});
  const stop = readers.abort;
  readers.abort = {abort() {
    if (!turns.delete(this)) return stop.call(this);
    for (const name of ['abort', 'loadend']) this.dispatchEvent(new ProgressEvent(name));
  }}.abort;
  const requests = XMLHttpRequest.prototype;
  const {open, send, abort} = requests;
  const at_once = new WeakSet(); // synchronous requests
  requests.open = {open(method, url, ...given) {
    give_up(this);
    if (given.length && !given[0]) at_once.add(this);
    else at_once.delete(this);
    return open.call(this, method, url, ...given);
  }}.open;
  requests.send = {send(body = null) {
    if (at_once.has(this) || this.readyState !== 1) return send.call(this, body);
    if (turns.has(this)) throw new DOMException('The object is already sending.', 'InvalidStateError');
    in_turn(this, () => (this.readyState === 1 ? send.call(this, body) : give_up(this)));
  }}.send;
  requests.abort = {abort() {
    turns.delete(this);
    return abort.call(this);
  }}.abort;

  // -- databases: requests of a transaction end in order, and the transaction ends after them

  const pending = new WeakMap(); // by transaction: number of its requests that have not ended
  const first_of = (target, names) => new Promise((done) => {
    for (const name of names) add_listener.call(target, name, done, {once: true});
  });
  const end_of = new WeakMap(); // by transaction: promise for its end
  const meet = (transaction) => {
    if (end_of.has(transaction)) return;
    end_of.set(transaction, first_of(transaction, ['complete', 'abort']));
    pending.set(transaction, 0);
  };
  const commit = (transaction) => (pending.get(transaction) ? undefined : end_of.get(transaction));
  const ask = (request) => {
    const {transaction} = request;
    const end = first_of(request, ['success', 'error', 'blocked']);
    if (transaction) {
      meet(transaction);
      pending.set(transaction, pending.get(transaction) + 1);
    }
    waiting.push(async () => {
      await end;
      await hop(); // its listeners may make further requests
      if (!transaction) return;
      pending.set(transaction, pending.get(transaction) - 1);
      waiting.push(() => commit(transaction));
    });
  };
  const asking = (name, methods, request_of) => {
    for (const method of methods) {
      const own = proto(name)[method];
      if (!own) continue;
      proto(name)[method] = {[method](...given) {
        const result = own.apply(this, given);
        ask(request_of ? request_of(this) : result);
        return result;
      }}[method];
    }
  };
  const reads = ['count', 'get', 'getAll', 'getAllKeys', 'getAllRecords', 'getKey', 'openCursor', 'openKeyCursor'];
  asking('IDBFactory', ['open', 'deleteDatabase']);
  asking('IDBObjectStore', [...reads, 'add', 'clear', 'delete', 'put']);
  asking('IDBIndex', reads);
  asking('IDBCursor', ['delete', 'update']);
  asking('IDBCursor', ['advance', 'continue', 'continuePrimaryKey'], (cursor) => cursor.request);
  wrap(proto('IDBFactory'), 'databases');
  const transact = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = {transaction(...given) {
    const transaction = transact.apply(this, given);
    meet(transaction);
    waiting.push(() => commit(transaction));
    return transaction;
  }}.transaction;

  // -- messages

  const Channel = window.MessageChannel;
  Object.defineProperty(window, 'MessageChannel', {configurable: true, enumerable: false, writable: true, value: class MessageChannel extends Channel {
    constructor() {
      super();
      chatty = true;
    }
  }});
  add_listener.call(window, 'message', () => { chatty = true; }, true);

  return {hop, rest, report, post_task};
})();
