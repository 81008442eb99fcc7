import type { Mistake } from './mistake.ts';

type Edit = Omit<Mistake, 'file'>;

export function isSql(text: string): boolean {
  return /^.?\s*(select|insert|update|delete|pragma|create|with|begin|commit|rollback|release|savepoint|vacuum)\b|\bwhere\b|\border by\b|\bis null\b/i.test(
    text,
  );
}

const swaps: [pattern: RegExp, to: string, why: string][] = [
  [/<=/g, '<', 'a bound moved'],
  [/>=/g, '>', 'a bound moved'],
  [/<(?![=>])/g, '<=', 'a bound moved'],
  [/(?<![<=])>(?!=)/g, '>=', 'a bound moved'],
  [/ is null/g, ' is not null', 'a condition turned around'],
  [/ is not null/g, ' is null', 'a condition turned around'],
  [/ order by [\w., ]+?(?= limit| offset|[`')]|$)/g, '', 'an order dropped'],
  [/\bmax\(/g, 'min(', 'max made min'],
  [/ \+ 1\b/g, '', 'a step dropped'],
  [/ and (?!exists|not exists)[^()`'\n]+?(?= and | order by | limit | returning |[`')\n]|$)/g, '', 'a condition dropped'],
  [/ on conflict [^`']*?do nothing/g, '', 'a conflict clause dropped'],
];

/** Possible mistakes in a statement within the program. */
export function editsInSql(text: string): Edit[] {
  return swaps.flatMap(([pattern, to, why]) => [...text.matchAll(pattern)].map((match) => ({ at: match.index, from: match[0], to, why })));
}

/** Possible omissions in a schema, without indexes, which only affect speed. */
export function mistakesInSql(file: string, text: string): Mistake[] {
  const pattern =
    / not null| unique(?: \([\w, ]+\))?| check \((?:[^()]|\([^()]*\))*\)| references [\w"]+(?: ?\(\w+\))?| autoincrement| default [\w']+/g;
  return [...text.matchAll(pattern)].map((match) => ({ file, at: match.index, from: match[0], to: '', why: 'a constraint forgotten' }));
}
