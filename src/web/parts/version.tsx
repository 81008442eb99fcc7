/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { Change } from '../../model/history.ts';
import { type Names, shownValue } from '../record/shown.ts';
import { formTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds.ts';
import { wordFor } from '../texts/site.ts';
import type { Visit } from '../visit.ts';
import { Difference } from './difference.tsx';

/** `labels`: of the members, as in the form. */
type Props = { visit: Visit; change: Change; labels: Record<string, Label>; names: Names; children?: Child };

export function Version({ visit, change: { revision, changes }, labels, names, children }: Props) {
  const { texts, prefix, language } = visit;
  const { version, at, accountId, action, reverts, comment, source } = revision;
  const words = texts.history;
  const told = changes.map(({ member, from, to }) => {
    const said = (value: unknown) => shownValue(value, labels[member], formTexts[language], names);
    return { label: labels[member]?.label, from: said(from), to: said(to) };
  });
  return (
    <li id={`v${version}`}>
      <header>
        <h2>{words.version(version)}</h2>
        <span class={`action ${action}`}>{wordFor(words.actions, action)}</span>
        <span class="muted">
          <time datetime={new Date(at).toISOString()}>{texts.date(at)}</time>,{' '}
          {accountId === null ? words.by(null) : <a href={`${prefix}/accounts/${accountId}/changes`}>{words.by(accountId)}</a>}
          {reverts !== null && `, ${words.reverts(reverts)}`}
        </span>
      </header>
      {comment && <q dir="auto">{comment}</q>}
      {source && (
        <p class="source">
          {words.source}:{' '}
          <a href={source} rel="nofollow ugc noopener noreferrer">
            <bdi>{source}</bdi>
          </a>
        </p>
      )}
      <dl class="members">
        {told.filter(tells).map(({ label, ...change }) => (
          <>
            <dt>{label}</dt>
            <dd>
              <Difference {...change} visit={visit} />
            </dd>
          </>
        ))}
      </dl>
      {children}
    </li>
  );
}

/** The log of an addition or deletion has the empty members too. */
const tells = ({ from, to }: { from: string; to: string }) => from !== to;
