// Asks before a form is left in which somebody typed or chose something, in words of the browser. Without script nothing asks.
function ask(event) {
  event.preventDefault();
}

addEventListener('input', ({ target }) => {
  if (target.form?.method === 'post') addEventListener('beforeunload', ask);
});
addEventListener('submit', () => removeEventListener('beforeunload', ask));
