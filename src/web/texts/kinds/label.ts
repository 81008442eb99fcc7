import type { Language } from '../site.ts';

/** `words`: of a closed list, in the order of the form. */
export type Label = { label: string; hint?: string; words?: Record<string, string> };

type Worded<W extends string> = Label & { words: Record<W, string> };
type WordsFor<V> = V extends readonly (infer W extends string)[] ? Worded<W> : [V] extends [string] ? Worded<V> : Label;
type LabelFor<V> = string extends V ? Label : WordsFor<Exclude<V, null>>;

/** A member without a label does not compile, nor a word of a closed list. */
export type Labels<F> = { [N in keyof F & string]: LabelFor<F[N]> };

/** `link`: to the form of a kind, or to the page with its records and rows for more; `title`: of that page, for a record. */
export type OwnTexts = { link: string; title(of: string): string };
/** `rows`: above the rows; `row`: for each of them. */
export type RowTexts = OwnTexts & { rows: string; row(number: number): string; hint?: string };

export type ByLanguage<T> = Record<Language, T>;
