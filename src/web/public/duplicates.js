// Artists of nearly the same name while somebody types one. Without this script the form asks when it is sent.
const pause = 300;
const prefix = new URL('..', import.meta.url).pathname;
const place = document.querySelector('[data-duplicates]');
const input = document.querySelector('#name');
const list = place.querySelector('ul');

let timer;
let asked = new AbortController();
input.addEventListener('input', () => {
  clearTimeout(timer);
  asked.abort();
  timer = setTimeout(ask, pause);
});

async function ask() {
  const name = input.value.trim();
  if (name === '') return show([]);
  asked = new AbortController();
  try {
    const answer = await fetch(`${prefix}api/v1/artists/duplicates?name=${encodeURIComponent(name)}`, { signal: asked.signal });
    show(answer.ok ? JSON.parse(await answer.text(), exactIds).data : []);
  } catch {
    // The form still asks when it is sent.
  }
  return undefined;
}

function show(duplicates) {
  list.replaceChildren(...duplicates.slice(0, 20).map(itemOf));
  place.hidden = duplicates.length === 0;
}

function itemOf({ id, name, band }) {
  const link = Object.assign(document.createElement('a'), { href: `${prefix}artists/${id}`, target: '_blank', rel: 'noopener' });
  link.append(isolated('bdi', name));
  const item = document.createElement('li');
  item.append(link);
  if (band !== '' && band !== name) item.append(' ', isolated('small', band));
  return item;
}

/** A text of people that acts on nothing around it. */
function isolated(kind, text) {
  const element = document.createElement(kind);
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

/** Ids may be larger than a number can say. */
function exactIds(key, value, { source } = {}) {
  return key === 'id' && typeof value === 'number' ? (source ?? String(value)) : value;
}
