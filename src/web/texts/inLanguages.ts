import type { MailLanguage } from '../../model/mail.ts';

/** Each text in both languages, side by side: a text that lacks one does not compile. */
export type Pairs<T> = {
  [N in keyof T]: Pair<T[N]> | (NonNullable<T[N]> extends { [name: string]: unknown } ? Pairs<NonNullable<T[N]>> : never);
};
type Pair<T> = readonly [es: T, en: T];
type Tree = { [name: string]: Pair<unknown> | Tree };
type OneOf<P> = P extends readonly [infer Es, infer En] ? Es | En : { [N in keyof P]: OneOf<P[N]> };

/** The texts of each language. */
export function inLanguages<P extends Tree>(pairs: P): Record<MailLanguage, OneOf<P>> {
  return { es: textsOf(pairs, 0), en: textsOf(pairs, 1) } as never;
}

function textsOf(pairs: Tree, language: 0 | 1): object {
  const entries = Object.entries(pairs);
  return Object.fromEntries(entries.map(([name, pair]) => [name, Array.isArray(pair) ? pair[language] : textsOf(pair as Tree, language)]));
}
