import { words } from './words.js';

const authorise = document.querySelector('#authorise');
const token = document.querySelector('#token');
const key = document.querySelector('#key');
const authorised = document.querySelector('#authorised');
const nothingSet = authorised.textContent;

function credentials() {
  return { token: token.value.trim(), key: key.value.trim() };
}

function showAuthorised() {
  const { token, key } = credentials();
  const set = [token && words.theToken, key && words.theKey].filter(Boolean).join(words.and);
  authorised.textContent = set ? words.carry.replace('{set}', set) : nothingSet;
}

async function send(form) {
  const outcome = form.querySelector('.outcome');
  const container = form.querySelector('.reply');
  outcome.textContent = words.sending;
  const [{ callsOf, requestOf }, { showFailure, showReply }] = await Promise.all([import('./request.js'), import('./reply.js')]);
  const request = requestOf(form, credentials());
  const { method, url, headers, secrets, body } = request;
  const start = performance.now();
  try {
    const response = await fetch(url, { method, headers: { ...headers, ...secrets }, body, cache: 'no-store' });
    const text = await response.text();
    outcome.textContent = `${response.status} ${response.statusText} · ${Math.round(performance.now() - start)} ms`;
    outcome.dataset.good = response.status < 400;
    showReply(container, response, text, callsOf(request));
    if (form.dataset.operation === 'logIn' && response.ok) offerToken(container, text);
  } catch (error) {
    showFailed(form);
    showFailure(container, error, callsOf(request));
  }
}

function showFailed(form) {
  const outcome = form.querySelector('.outcome');
  outcome.textContent = words.failed;
  outcome.dataset.good = false;
}

function offerToken(container, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.useToken;
  button.addEventListener('click', () => {
    token.value = JSON.parse(text).token;
    showAuthorised();
    authorise.scrollIntoView();
  });
  container.prepend(button);
}

/** Opens an operation or schema. An operation of the overview is a link to its section, which is followed. */
function openTarget(hash) {
  const target = document.getElementById(hash.slice(1));
  if (target?.matches('a.row')) location.replace(withCredentials(target.href));
  if (target?.tagName !== 'DETAILS') return;
  target.open = true;
  target.scrollIntoView();
}

/** Credentials go to another page of the docs in the fragment, which that page removes from its address. */
function withCredentials(href) {
  const set = Object.entries(credentials()).filter(([, value]) => value !== '');
  return set.length === 0 ? href : `${href}${href.includes('#') ? '&' : '#'}${new URLSearchParams(set)}`;
}

function takeCredentials() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  for (const field of [token, key]) field.value = fragment.get(field.id) ?? '';
  showAuthorised();
  history.replaceState(null, '', location.href.replace(/[#&](?:token|key)=[^&]*/g, ''));
}

const base = document.querySelector('code.url');
base.textContent = new URL(base.textContent, location.href).href;
const examples = JSON.parse(document.querySelector('.docs').dataset.examples);
for (const field of document.querySelectorAll('[data-in="path"]')) field.value = examples[field.dataset.name] ?? '';
for (const fields of document.querySelectorAll('fieldset')) fields.disabled = false;
for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form).catch(() => showFailed(form));
  });
}
authorise.addEventListener('submit', (event) => event.preventDefault());
authorise.addEventListener('input', showAuthorised);
authorise.addEventListener('reset', () => setTimeout(showAuthorised));
document.addEventListener('click', ({ target }) => {
  const link = target.closest('.docs a');
  if (!link) return;
  const { href, pathname, hash } = link;
  if (pathname === location.pathname) openTarget(hash);
  else if (/\/docs(?:\/[^/]+)?$/.test(pathname)) {
    link.href = withCredentials(href);
    setTimeout(() => (link.href = href));
  }
});
addEventListener('hashchange', () => openTarget(location.hash));
// The page of a new key links here with the key in the fragment.
if (/[#&](?:token|key)=/.test(location.hash)) takeCredentials();
openTarget(location.hash);
