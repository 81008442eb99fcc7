// Asks somebody who has typed or chosen something before they leave the form. The browser words the question.
function ask(event) {
  event.preventDefault();
}

addEventListener('input', ({ target }) => {
  if (target.form?.method === 'post') addEventListener('beforeunload', ask);
});
addEventListener('submit', () => removeEventListener('beforeunload', ask));
