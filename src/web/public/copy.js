// Buttons that copy a key or a call, and one that puts the key into the calls; the link to the docs takes it along. Without script they
// can be selected.
const { copy, copied } = document.querySelector('[data-copy]')?.dataset ?? { copy: 'Copy', copied: 'Copied.' };

for (const shown of document.querySelectorAll('.key, .calls pre')) addCopyButton(shown);

const key = document.querySelector('.key')?.textContent;
const docs = document.querySelector('[data-docs]');
if (key !== undefined && docs) docs.hash = `key=${key}`;

for (const button of document.querySelectorAll('[data-fill]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    for (const call of document.querySelectorAll('.calls pre code'))
      call.textContent = call.textContent.replaceAll(button.dataset.fill, key);
    button.closest('p').remove();
    document.querySelector('.calls pre').focus();
  });
}

/** @param shown what its text is copied of */
export function addCopyButton(shown) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: copy });
  const line = Object.assign(document.createElement('p'), { className: 'send' });
  const said = document.createElement('span');
  said.setAttribute('aria-live', 'polite');
  line.append(button, said);
  shown.after(line);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(shown.textContent);
    said.textContent = copied;
  });
}
