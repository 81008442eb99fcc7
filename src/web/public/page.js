// Of every page: suggestions under each search box, and times of day in the time zone of the browser.
import { itemOf, linkItem, lookUp } from './lookup.js';

for (const form of document.querySelectorAll('form.search')) suggestIn(form);
for (const time of document.querySelectorAll('time[data-day]')) showHere(time);

/** Adds the date if it is another day in the time zone of the browser. Swedish writes 14:05 and 1978-11-30. */
function showHere(time) {
  const moment = new Date(time.dateTime);
  const clock = moment.toLocaleTimeString('sv', { timeStyle: 'short' });
  const date = moment.toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'short' });
  time.textContent = moment.toLocaleDateString('sv') === time.dataset.day ? clock : `${date}, ${clock}`;
  time.title = Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A list of links while somebody types (the combobox pattern of WAI-ARIA). */
function suggestIn(form) {
  const input = form.querySelector('input');
  const list = Object.assign(document.createElement('ul'), { id: `${input.id}-list`, className: 'suggestions' });
  Object.assign(list, { role: 'listbox', ariaLabel: form.dataset.suggestions });
  form.append(list);
  input.role = 'combobox';
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);

  const stop = lookUp(input, 150, 'suggestions?with=albums&q', show);
  close();
  input.addEventListener('keydown', onKey);
  form.addEventListener('focusout', (event) => form.contains(event.relatedTarget) || close());

  function onKey(event) {
    if (list.hidden || !['Escape', 'ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    const options = [...list.children];
    const position = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'Enter' && position < 0) return;
    event.preventDefault();
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') options[position].firstChild.click();
    else {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Position -1, with no option chosen, lies between the last option and the first.
      const positions = options.length + 1;
      choose(options, ((position + 1 + step + positions) % positions) - 1);
    }
  }

  function show(found) {
    const items = found.map(itemOf);
    const text = input.value.trim();
    if (items.length > 0)
      items.push(
        linkItem(
          `search?${new URLSearchParams({ q: text })}`,
          form.dataset.all.replace('*', () => text),
          '',
        ),
      );
    list.replaceChildren(...items.map(option));
    list.hidden = items.length === 0;
    input.ariaExpanded = String(!list.hidden);
    input.removeAttribute('aria-activedescendant');
  }

  function option(item, index) {
    Object.assign(item, { id: `${list.id}-${index}`, role: 'option', ariaSelected: 'false' });
    item.firstChild.tabIndex = -1;
    return item;
  }

  function choose(options, position) {
    for (const [i, each] of options.entries()) each.ariaSelected = String(i === position);
    const chosen = options[position];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function close() {
    stop();
    show([]);
  }
}
