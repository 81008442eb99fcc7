// Suggestions while somebody types: a list of links under each search box (the combobox pattern of WAI-ARIA). Without this script
// the form is sent as any other.
const pause = 150;
const prefix = new URL('..', import.meta.url).pathname;

for (const form of document.querySelectorAll('form.search')) suggestIn(form);

function suggestIn(form) {
  const input = form.querySelector('input');
  const list = document.createElement('ul');
  list.id = `${input.id}-list`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = form.dataset.suggestions;
  list.hidden = true;
  form.append(list);
  input.role = 'combobox';
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);

  let timer;
  let asked = new AbortController();
  close();
  input.addEventListener('input', () => {
    clearTimeout(timer);
    asked.abort();
    timer = setTimeout(ask, pause);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return list.hidden ? undefined : (event.preventDefault(), close());
    if (list.hidden || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return undefined;
    const options = [...list.children];
    const at = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'Enter') return at < 0 ? undefined : (event.preventDefault(), options[at].firstChild.click());
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    return choose(options, at < 0 && step < 0 ? options.length - 1 : (at + step + options.length + 1) % (options.length + 1));
  });
  form.addEventListener('focusout', (event) => form.contains(event.relatedTarget) || close());

  async function ask() {
    const text = input.value.trim();
    if (text === '') return close();
    asked = new AbortController();
    try {
      const answer = await fetch(`${prefix}api/v1/artists/suggestions?q=${encodeURIComponent(text)}`, { signal: asked.signal });
      if (answer.ok) show((await answer.text()).trim());
    } catch {
      // The form still works.
    }
    return undefined;
  }

  function show(json) {
    const { data } = JSON.parse(json, exactIds);
    list.replaceChildren(...data.map(option));
    list.hidden = data.length === 0;
    input.ariaExpanded = String(!list.hidden);
    input.removeAttribute('aria-activedescendant');
  }

  function option({ id, name, band }, index) {
    const item = document.createElement('li');
    item.id = `${list.id}-${index}`;
    item.role = 'option';
    item.ariaSelected = 'false';
    const link = document.createElement('a');
    link.tabIndex = -1;
    link.href = `${prefix}artists/${id}`;
    link.append(isolated('bdi', name));
    if (band !== '' && band !== name) link.append(' ', isolated('small', band));
    item.append(link);
    return item;
  }

  function choose(options, at) {
    for (const [i, each] of options.entries()) each.ariaSelected = String(i === at);
    const chosen = options[at];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function close() {
    clearTimeout(timer);
    asked.abort();
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
  }
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
