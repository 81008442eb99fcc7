// Suggests artists of nearly the same name while somebody types. Without script the form asks when it is sent.
import { itemOf, lookUp } from './lookup.js';

const container = document.querySelector('[data-duplicates]');

lookUp(document.querySelector('#name'), 300, 'duplicates?name', (duplicates) => {
  const items = duplicates.slice(0, 20).map(itemOf);
  for (const item of items) Object.assign(item.firstChild, { target: '_blank', rel: 'noopener' });
  container.querySelector('ul').replaceChildren(...items);
  container.hidden = items.length === 0;
});
