// What a page puts on the phone's clipboard, by `navigator.clipboard` or `execCommand`. As in Chrome,
// it may do so only shortly after the user has acted. To read it, it would have to ask, and the answer
// is no.
const is_active = () => time.now() - acted < ACTIVE_MS;
const tell_copied = (text) => tell('copied', text.slice(0, MOST_TEXT));

if (window.Clipboard) {
  const require_user = (name) => {
    const policy = document.featurePolicy;
    if (!is_active() || policy && !policy.allowsFeature('clipboard-write'))
      throw denied(`Failed to execute '${name}' on 'Clipboard': Write permission denied.`);
  };
  Clipboard.prototype.writeText = {async writeText(data) {
    if (!arguments.length) throw new TypeError("Failed to execute 'writeText' on 'Clipboard': 1 argument required, but only 0 present.");
    require_user('writeText');
    tell_copied(String(data));
  }}.writeText;
  Clipboard.prototype.write = {async write(items) {
    require_user('write');
    for (const item of items) {
      if (!item.types.includes('text/plain')) continue;
      const blob = await item.getType('text/plain');
      tell_copied(await blob.text());
    }
  }}.write;
}

// The event of the copy that is under way, and what the page has put in place of the selection.
let copying = null, replacement = '';
for (const name of ['copy', 'cut'])
  add_listener.call(window, name, (event) => { if (event.isTrusted && copying === undefined) copying = event; }, true);
const set_data = DataTransfer.prototype.setData;
DataTransfer.prototype.setData = {setData(format, data) {
  if (copying && this === copying.clipboardData && ['text', 'text/plain'].includes(String(format).toLowerCase())) replacement = String(data);
  return set_data.apply(this, arguments);
}}.setData;
const exec_command = Document.prototype.execCommand;
Document.prototype.execCommand = {execCommand(name) {
  if (!['copy', 'cut'].includes(String(name).toLowerCase())) return exec_command.apply(this, arguments);
  if (!is_active()) return false;
  const selected = String(getSelection() || ''); // before it is cut
  [copying, replacement] = [undefined, ''];
  try {
    const done = exec_command.apply(this, arguments);
    const text = copying && copying.defaultPrevented ? replacement : selected;
    if (done && text) tell_copied(text);
    return done;
  } finally {
    copying = null;
  }
}}.execCommand;
