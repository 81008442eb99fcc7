// Suggests artists of the catalogue while somebody types a name.
import { lookUp } from './lookup.js';

for (const input of document.querySelectorAll('input[data-artists]')) suggestIn(input);

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
