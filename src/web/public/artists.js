// Offers artists of the catalogue while somebody types the name of one.
import { lookUp } from './lookup.js';

for (const input of document.querySelectorAll('input[data-artists]')) offerIn(input);

function offerIn(input) {
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
