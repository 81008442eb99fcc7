const list = (words: string) => words.split(' ');

const numerals = list(
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve ' +
    'veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta',
);

/** Another way to write a number up to thirty: "2" for "dos", and the reverse. */
export function numeralOf(word: string): string | undefined {
  const value = numerals.indexOf(word);
  return value >= 0 ? String(value) : /^\d\d?$/.test(word) ? numerals[Number(word)] : undefined;
}

/** Words that people write in place of each other: numbers in English and in Roman numerals, ordinals, abbreviations. */
const groups = [
  ...list('ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx').map((roman, i) => [String(i + 2), roman]),
  ...list('one two three four five six seven eight nine ten eleven twelve').map((english, i) => [String(i + 1), english]),
  list('primer primero primera 1er 1ro 1ra 1st first'),
  list('segundo segunda 2do 2da 2nd second'),
  list('tercer tercero tercera 3er 3ro 3ra 3rd third'),
  list('cuarto cuarta 4to 4ta 4th fourth'),
  list('quinto quinta 5to 5ta 5th fifth'),
  list('vol volumen volume'),
  list('dr doctor'),
  list('sr senor'),
  list('sra senora'),
  list('sta santa'),
  list('co cia compania company'),
  list('orq orquesta orchestra'),
];

/** Letters that may be a Roman numeral, but usually are not. */
const ambiguous = new Set(['v', 'x']);

const byWord = new Map<string, Set<string>>();
for (const group of groups)
  for (const word of group) byWord.set(word, new Set([...(byWord.get(word) ?? []), ...group.filter((other) => !ambiguous.has(other))]));

/** Other ways to write a word: "2", "two" and "ii" for "dos", "3er" for "tercer", "volumen" for "vol". */
export function otherWaysOf(word: string): string[] {
  if (ambiguous.has(word)) return [];
  const numeral = numeralOf(word);
  const digits = numeral !== undefined && /^\d/.test(numeral) ? numeral : word;
  const ways = new Set([...(numeral === undefined ? [] : [numeral]), ...(byWord.get(digits) ?? [])]);
  for (const way of byWord.get(word) ?? []) {
    const other = numeralOf(way);
    if (other !== undefined) ways.add(other);
  }
  ways.delete(word);
  return [...ways];
}

const tens = list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa');

/** The value of number words such as "setenta y siete" or "ochenta", from 20 on; undefined for other words. */
export function numberOf(words: string[]): string | undefined {
  const ten = tens.indexOf(words[0] ?? '');
  if (ten < 0) return undefined;
  if (words.length === 1) return String((ten + 2) * 10);
  const unit = Number(numeralOf(words[2] ?? ''));
  return words.length === 3 && words[1] === 'y' && unit > 0 && unit < 10 ? String((ten + 2) * 10 + unit) : undefined;
}

/** Whether a word is a year from 1950 to 2049. */
export function isYear(word: string): boolean {
  return /^(19[5-9]|20[0-4])\d$/.test(word);
}

/** Whether one word is the plural of the other in Spanish or English: "animal" and "animales", "luz" and "luces". */
export function differInNumber(one: string, other: string): boolean {
  const [single, plural] = one.length < other.length ? [one, other] : [other, one];
  if (single.length < 3) return false;
  return plural === `${single}s` || plural === `${single}es` || (single.endsWith('z') && plural === `${single.slice(0, -1)}ces`);
}
