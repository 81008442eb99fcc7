import type { FieldsOf } from '../../../model/kinds.ts';
import type { Kind } from '../../../model/record.ts';
import type { Pairs } from '../inLanguages.ts';

/** `words`: of a closed list, in the order of the form. */
export type Label = { label: string; hint?: string; words?: Record<string, string> };

type Worded<W extends string> = Label & { words: Record<W, string> };
type WordsFor<V> = V extends readonly (infer W extends string)[] ? Worded<W> : [V] extends [string] ? Worded<V> : Label;
type LabelFor<V> = string extends V ? Label : WordsFor<Exclude<V, null>>;

/** A member or a word of a closed list that has no label does not compile. */
type Labels<F> = { [N in keyof F & string]: LabelFor<F[N]> };

/** `link`: to a page that adds or edits records of a kind. `title`: of that page. `parent`: the name of the record above. */
export type OwnTexts = { link: string; title(parent: string): string };
/** `rows`: the heading above the rows. `row`: the heading of each. */
export type RowTexts = OwnTexts & { rows: string; row(number: number): string; hint?: string };

export type KindPairs<K extends Kind, T = RowTexts> = Pairs<T & { labels: Labels<FieldsOf<K>> }>;
