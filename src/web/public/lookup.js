// Queries the API while somebody types. The forms also work without script.
export const prefix = new URL('..', import.meta.url).pathname;

/**
 * Shows the results for the text of a field once nothing was typed for `pause` ms. Answers to an older text are dropped.
 *
 * @returns a function that cancels the running query
 */
export function lookUp(input, pause, query, show) {
  let timer;
  let controller = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    controller.abort();
  };
  input.addEventListener('input', () => {
    stop();
    timer = setTimeout(ask, pause);
  });
  return stop;

  async function ask() {
    const text = input.value.trim();
    if (text === '') return show([]);
    controller = new AbortController();
    try {
      const answer = await fetch(`${prefix}api/v1/artists/${query}=${encodeURIComponent(text)}`, { signal: controller.signal });
      show(answer.ok ? JSON.parse(await answer.text(), exactIds).data : []);
    } catch {
      // The form still works.
    }
    return undefined;
  }
}

/** The list item of an artist (with the matching alias, else the band) or of an album, in the language of the catalogue. */
export function itemOf(found) {
  return Object.assign(linkOf(found), { lang: document.documentElement.dataset.catalogue ?? '' });
}

function linkOf({ id, name, band, album, matched = [] }) {
  if (album) return linkItem(`artists/${id}/albums/${album.id}`, album.name, `${name}, ${album.year}`);
  const [best] = matched;
  return linkItem(`artists/${id}`, name, best?.member === 'alias' ? best.text : band === name ? '' : band);
}

export function linkItem(path, name, note) {
  const link = document.createElement('a');
  link.href = prefix + path;
  link.append(isolated('bdi', name));
  if (note !== '') link.append(' ', isolated('small', note));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Isolates a text, so that its direction does not reorder the texts around it. */
function isolated(kind, text) {
  const element = document.createElement(kind);
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

/** Ids may be larger than 2^53. */
function exactIds(key, value, { source } = {}) {
  return key === 'id' && typeof value === 'number' ? (source ?? String(value)) : value;
}
