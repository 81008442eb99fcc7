// Adds buttons that copy a key or a call, and one that puts the key into the calls. Without script people can select the texts.
const { copy, copied } = document.querySelector('[data-copy]')?.dataset ?? { copy: 'Copy', copied: 'Copied.' };

for (const element of document.querySelectorAll('.key, .calls pre')) addCopyButton(element);

for (const element of document.querySelectorAll('.calls [hidden]')) element.hidden = false;

const key = document.querySelector('.key')?.textContent;

for (const button of document.querySelectorAll('[data-fill]')) {
  button.addEventListener('click', () => {
    for (const call of document.querySelectorAll('.calls pre code'))
      call.textContent = call.textContent.replaceAll(button.dataset.fill, key);
    button.closest('p').remove();
    document.querySelector('.calls pre').focus();
  });
}

/** @param element the element with the text to copy */
export function addCopyButton(element) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: copy });
  const line = Object.assign(document.createElement('p'), { className: 'send' });
  const status = document.createElement('span');
  status.setAttribute('aria-live', 'polite');
  line.append(button, status);
  element.after(line);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(element.textContent);
    status.textContent = copied;
  });
}
