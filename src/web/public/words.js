/** The texts of the scripts of this page, in its language. */
export const words = JSON.parse(document.querySelector('[data-words]').dataset.words);
