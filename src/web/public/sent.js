// A browser that goes back to the answer of a POST, such as a refused form, asks whether to send the form again. This script makes the
// answer an ordinary entry of the history, and restores the typed text when somebody comes back. Without script the browser asks.
const key = `sent ${location.pathname}`;
const form = document.querySelector('main form[method=post]');
const [{ type }] = performance.getEntriesByType('navigation');

if (document.querySelector('script[data-sent]')) keepTyped();
else if (['back_forward', 'reload'].includes(type)) showAgain(JSON.parse(sessionStorage.getItem(key)));
else sessionStorage.removeItem(key);

function keepTyped() {
  sessionStorage.removeItem(key);
  history.replaceState(null, '', location.href);
  if (!form) return;
  let sent = false;
  form.addEventListener('submit', () => {
    sent = true;
  });
  addEventListener('pagehide', () => sent || sessionStorage.setItem(key, JSON.stringify({ action: form.action, typed: typedIn(form) })));
}

function typedIn(form) {
  const secret = [...form.querySelectorAll('[type=password]')].map(({ name }) => name);
  return [...new FormData(form)].filter(([name]) => !secret.includes(name));
}

/** A form that is sent with `look` is only shown. */
function showAgain(kept) {
  if (!kept) return;
  const again = Object.assign(document.createElement('form'), { method: 'post', action: kept.action, hidden: true });
  for (const [name, value] of [...kept.typed, ['look', 'on']])
    again.append(Object.assign(document.createElement('textarea'), { name, value }));
  document.body.append(again);
  again.submit();
}
