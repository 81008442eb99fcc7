// Helps in forms that change the catalogue, which also work without script.
import { itemOf, lookUp } from './lookup.js';

// Asks somebody who has typed or chosen something before they leave the form. The browser words the question.
const ask = (event) => event.preventDefault();
addEventListener('input', ({ target }) => {
  if (target.form?.method === 'post') addEventListener('beforeunload', ask);
});
addEventListener('submit', () => removeEventListener('beforeunload', ask));

for (const input of document.querySelectorAll('input[data-artists]')) suggestIn(input);
const name = document.querySelector('#name');
const duplicates = document.querySelector('[data-duplicates]');
if (name && duplicates) lookUp(name, 300, 'duplicates?name', showDuplicates);

/** Suggests artists of the catalogue while somebody types a name. */
function suggestIn(input) {
  const list = Object.assign(document.createElement('datalist'), { id: `${input.id}-artists` });
  input.after(list);
  input.setAttribute('list', list.id);
  lookUp(input, 150, 'suggestions?q', (artists) =>
    list.replaceChildren(
      ...artists
        .filter(({ album }) => !album)
        .map(({ id, name, band }) => {
          const value = input.dataset.artists === 'number' ? `${name} #${id}` : name;
          return Object.assign(document.createElement('option'), {
            value,
            label: band !== '' && band !== name ? `${name} (${band})` : name,
          });
        }),
    ),
  );
}

/** Shows artists of nearly the same name. Without script the form asks when it is sent. */
function showDuplicates(found) {
  const items = found.slice(0, 20).map(itemOf);
  for (const item of items) Object.assign(item.firstChild, { target: '_blank', rel: 'noopener' });
  duplicates.querySelector('ul').replaceChildren(...items);
  duplicates.hidden = items.length === 0;
}
