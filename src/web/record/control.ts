import { parseInt64 } from '../../model/int64.ts';
import { type Fields, isSame } from '../../model/record.ts';

/** How a member is edited. `address`: a URL. `year`: a whole number. `reference`: to an artist. `id`: of a record. */
export type Control = 'line' | 'text' | 'address' | 'year' | 'date' | 'choice' | 'choices' | 'yesOrNo' | 'reference' | 'id';

/** Whether a shown value is a name or text of the catalogue; words, dates and addresses have the language of the page or none. */
export const holdsCatalogueText = (control: Control | undefined) => control === 'line' || control === 'text' || control === 'reference';

type Nullable<V> = [V] extends [boolean] ? 'yesOrNo' : [V] extends [bigint] ? 'reference' | 'id' : string extends V ? 'date' : 'choice';
type Plain<V> = V extends number
  ? 'year'
  : V extends readonly unknown[]
    ? 'choices'
    : string extends V
      ? 'line' | 'text' | 'address'
      : 'choice';

/** The controls of the members, in the order of the form. A missing member or an unfit control does not compile. */
export type Controls<F extends Fields> = {
  [N in keyof F & string]: null extends F[N] ? Nullable<NonNullable<F[N]>> : Plain<F[N]>;
};

/** The values of a control's fields: one text, or the chosen words. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  return [value === null || value === undefined ? '' : String(value)];
}

/** Reads the texts of a control as a JSON value. A text that cannot be read stays as it is, and the schema refuses it. */
const readers: Record<Control, (text: string, all: string[]) => unknown> = {
  line: (text) => text.replace(/[\r\n]/g, ''),
  text: (text) => text.replace(/\r\n?/g, '\n'),
  address: (text) => text.trim(),
  year: (text) => (/^\s*\d{1,18}\s*$/.test(text) ? BigInt(text) : text.trim() || undefined),
  date: (text) => text.trim() || null,
  choice: (text) => text || undefined,
  choices: (_, all) => all.filter(Boolean),
  yesOrNo: (text) => (text === 'yes' ? true : text === 'no' ? false : text || null),
  id: (text) => parseInt64(text.trim()) ?? (text.trim() || null),
  reference: (text) => referenceIn(text) ?? (text.trim() || null),
};

/**
 * The value of a control's texts. Browsers change line ends and the order of a list, so a value that differs from the former one only in
 * these counts as unchanged.
 */
export function valueIn(control: Control, texts: string[], former: unknown): unknown {
  const read = (from: string[]) => readers[control](from[0] ?? '', from);
  const value = Array.isArray(former) ? inOrderOf(former, read(texts) as string[]) : read(texts);
  const isFormer = former !== undefined && isSame(value, read(textsOf(former)));
  return isFormer ? (typeof former === 'number' ? BigInt(former) : former) : value;
}

function inOrderOf(former: string[], words: string[]): string[] {
  return [...former.filter((word) => words.includes(word)), ...words.filter((word) => !former.includes(word))];
}

/** Reads the id in `Name #1055`, in the address of a page, or in a bare number. */
export function referenceIn(text: string): bigint | undefined {
  const digits = /(?:^|#)(\d{1,19})$|\/artists\/(\d{1,19})(?![\d])[^/]*$/.exec(text.trim());
  return parseInt64(digits?.[1] ?? digits?.[2] ?? '');
}
