import type { Count, Edit } from '../model/edit.ts';
import { isKind, isSingle, type Kind, kinds } from '../model/record.ts';
import { artistPath, historyPath, recordPath, versionPath } from './paths.ts';
import { editTexts } from './texts/edit.ts';
import { nouns } from './texts/nouns.ts';
import { numbers, type Texts, wordFor } from './texts/site.ts';
import type { Visit } from './visit.ts';

/** A piece of the sentence about an edit. `named`: whether it is a name from the catalogue. */
export type Word = { text: string; href?: string | undefined; named?: boolean; action?: string; quiet?: boolean };

/** An edit as a sentence: the account, the verb, and links to the records. `gapBefore` gives the space before each word. */
export function sentenceOf({ language, texts }: Pick<Visit, 'language' | 'texts'>, edit: Edit): Word[] {
  const { revision, exists, name } = edit.head;
  const words = editTexts[language];
  if (edit.cut)
    return [accountWord(edit, language), { text: verbOf(edit, words), action: revision.action }, { text: words.over(roundOf(edit)) }];
  const isVisible = exists || name !== undefined;
  const verb = {
    text: verbOf(edit, words),
    action: revision.action,
    href: isVisible ? (versionPath(revision) ?? recordPath(revision)) : undefined,
  };
  const ofSameKind = totalOf(edit.counts.filter(({ kind }) => kind === revision.kind));
  const others = edit.counts.filter(({ kind }) => kind !== revision.kind);
  const oneAction = new Set(edit.counts.map(({ action }) => action)).size === 1;
  if (ofSameKind === 1 || revision.action === 'update')
    return [accountWord(edit, language), verb, ...headOf(edit, texts, language), ...tail(countsOf(others, language), edit, language)];
  const counted = new Intl.ListFormat(language).format(countsOf(oneAction ? edit.counts : totalled(edit.counts), language));
  return [accountWord(edit, language), { ...verb, href: undefined }, { text: counted }, ...ofArtist(edit, language)];
}

const totalOf = (counts: Count[]) => counts.reduce((sum, { count }) => sum + count, 0);

export const gapBefore = ({ text }: Word, i: number) => (i === 0 || text.startsWith(',') ? '' : ' ');

/** The number of changes that were read, rounded down to one digit and zeros. */
function roundOf({ counts }: Edit): number {
  const read = totalOf(counts);
  return read - (read % 10 ** Math.floor(Math.log10(read)));
}

const verbOf = ({ counts, head: { revision } }: Edit, words: (typeof editTexts)['es']) => {
  if (new Set(counts.map(({ action }) => action)).size > 1) return words.mixed;
  return revision.action === 'update' && revision.reverts !== null ? words.undid : wordFor(words.verbs, revision.action);
};

function accountWord({ by, head: { revision } }: Edit, language: Visit['language']): Word {
  const { who } = editTexts[language];
  if (by !== 'account' || revision.accountId === null) return { text: who[by === 'account' ? 'former account' : by] };
  return { text: revision.accountName ?? who.account(revision.accountId), href: `/accounts/${revision.accountId}/changes` };
}

/** The record that the edit is about. A visitor who may not see the name of a deleted record gets no link to its history. */
function headOf(edit: Edit, texts: Texts, language: Visit['language']): Word[] {
  const { revision, record, exists, name } = edit.head;
  // The name was redacted, is hidden in this version, or is that of a deleted record.
  if (!isKind(revision.kind) || (name === undefined && !isSingle(revision.kind)))
    return [
      {
        text: isKind(revision.kind) ? `1 ${nouns[language][revision.kind].one}` : revision.kind,
        quiet: true,
        href: exists ? recordPath(revision) : undefined,
      },
      ...(exists ? [] : [{ text: `(${texts.changes.gone})`, quiet: true }]),
    ];
  const { year } = (record ?? {}) as { year?: number };
  const article = nouns[language][revision.kind].the;
  const href = exists ? recordPath(revision) : historyPath(revision);
  return [
    ...(article === '' ? [] : [{ text: article }]),
    ...(name === undefined || isSingle(revision.kind) ? [] : [{ text: name, named: true, href }]),
    ...(year === undefined ? [] : [{ text: `(${year})`, quiet: true }]),
    ...(exists || revision.action === 'delete' ? [] : [{ text: `(${texts.changes.gone})`, quiet: true }]),
    ...(revision.kind === 'artist' ? [] : ofArtist(edit, language)),
  ];
}

function ofArtist({ artist }: Edit, language: Visit['language']): Word[] {
  return artist ? [{ text: editTexts[language].of }, { text: artist.name, named: true, href: artistPath(artist) }] : [];
}

/** The other changes after the head, such as ", 3 albums and 2 members". */
function tail(rest: string[], { counts }: Edit, language: Visit['language']): Word[] {
  const { and, more } = editTexts[language];
  const others = totalOf(counts) - 1;
  const mixed = new Set(counts.map(({ action }) => action)).size > 1;
  const phrases = mixed ? [more(others)] : rest;
  const last = phrases.at(-1);
  if (last === undefined) return [];
  const before = phrases.slice(0, -1);
  return [...(before.length > 0 ? [{ text: `, ${before.join(', ')}` }] : []), { text: `${and} ${last}` }];
}

/** The most kinds that are named; the changes of all other kinds are counted together. */
const maxKinds = 3;

function countsOf(counts: Count[], language: Visit['language']): string[] {
  const known = counts.filter(({ kind }) => isKind(kind)).sort((a, b) => b.count - a.count || rankOf(a) - rankOf(b));
  const phrases = known
    .slice(0, maxKinds)
    .map(({ kind, count }) => `${numbers[language].format(count)} ${nouns[language][kind as Kind][count === 1 ? 'one' : 'many']}`);
  const left = totalOf(known.slice(maxKinds));
  return left > 0 ? [...phrases, editTexts[language].more(left)] : phrases;
}

const rankOf = ({ kind }: Count) => (kinds as readonly string[]).indexOf(kind);

/** The counts of each kind, over all actions. */
function totalled(counts: Count[]): Count[] {
  return [...Map.groupBy(counts, ({ kind }) => kind)].map(([kind, group]) => ({ kind, action: 'update', count: totalOf(group) }));
}
