import { table } from '../../src/cli/table.ts';
import { type Figures, figuresOf, type Verdict } from './judge.ts';

/** The figures by kind and in all, and below them each query whose first result is not the wanted one. */
export function report(verdicts: Verdict[]): string[] {
  const kinds = [...Map.groupBy(verdicts, ({ kind }) => kind)].map(([kind, group]) => cellsOf(kind, figuresOf(group)));
  const all = cellsOf('all', figuresOf(verdicts));
  return [...table(['', 'queries', 'hit@1', 'hit@5'], [...kinds, all]), '', ...verdicts.flatMap(missOf)];
}

function cellsOf(kind: string, { queries, first, firstFive }: Figures): string[] {
  return [kind, String(queries), first.toFixed(3), firstFive.toFixed(3)];
}

function missOf({ kind, query, wanted, found, place }: Verdict): string[] {
  if (place === 1) return [];
  const instead = found.length === 0 ? 'nothing' : found.slice(0, (place ?? found.length + 1) - 1).join(', ');
  return [`${place === undefined ? 'missed' : `place ${place}`}  ${kind}  "${query}"  wanted: ${wanted.join(' or ')}  came: ${instead}`];
}
