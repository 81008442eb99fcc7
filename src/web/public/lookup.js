// Artists that the API finds while somebody types. Without these scripts the forms are sent as any other.
export const prefix = new URL('..', import.meta.url).pathname;

/**
 * Shows what is found for the text of a field each time it has rested for `pause` ms. An answer to an older text is dropped.
 *
 * @returns what ends a question that is under way
 */
export function lookUp(input, pause, query, show) {
  let timer;
  let asked = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    asked.abort();
  };
  input.addEventListener('input', () => {
    stop();
    timer = setTimeout(ask, pause);
  });
  return stop;

  async function ask() {
    const text = input.value.trim();
    if (text === '') return show([]);
    asked = new AbortController();
    try {
      const answer = await fetch(`${prefix}api/v1/artists/${query}=${encodeURIComponent(text)}`, { signal: asked.signal });
      show(answer.ok ? JSON.parse(await answer.text(), exactIds).data : []);
    } catch {
      // The form still works.
    }
    return undefined;
  }
}

/** An item of a list with a link to an artist. */
export function itemOf({ id, name, band }) {
  const link = document.createElement('a');
  link.href = `${prefix}artists/${id}`;
  link.append(isolated('bdi', name));
  if (band !== '' && band !== name) link.append(' ', isolated('small', band));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** What people wrote, whose direction changes nothing around it. */
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
