const names = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve ' +
  'veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta'
).split(' ');

/** Another way to write a number up to thirty: "2" for "dos", and the reverse. */
export function numeralOf(word: string): string | undefined {
  const value = names.indexOf(word);
  return value >= 0 ? String(value) : /^\d\d?$/.test(word) ? names[Number(word)] : undefined;
}
