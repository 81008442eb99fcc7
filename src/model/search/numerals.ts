const names = 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'.split(' ');

/** Another way to write a number up to fifteen: "2" for "dos", and the reverse. */
export function numeralOf(word: string): string | undefined {
  const value = names.indexOf(word);
  return value >= 0 ? String(value) : /^\d\d?$/.test(word) ? names[Number(word)] : undefined;
}
