/**
 * The generation of the rules of the index: how texts are split into words, the forms and sounds of a word, and the searched members.
 * Increase it with each change of a rule; services then rebuild the index.
 */
export const generation = 4n;
