/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { type Change, showRedaction } from '../../model/history.ts';
import type { Names } from '../record/shown.ts';
import type { Label } from '../texts/kinds/label.ts';
import { wordFor } from '../texts/site.ts';
import type { Visit } from '../visit.ts';
import { Differences } from './difference.tsx';

/** `labels`: of the members, as in the form. */
type Props = { visit: Visit; change: Change; labels: Record<string, Label>; names: Names; children?: Child };

export function Version({ visit, change: { revision, changes }, labels, names, children }: Props) {
  const { texts, prefix } = visit;
  const { version, at, accountId, accountName, action, reverts, comment, source } = revision;
  const words = texts.history;
  const { redacts, redacted } = showRedaction(revision);
  return (
    <li id={`v${version}`}>
      <header>
        <h2>{words.version(version)}</h2>
        <span class={`action ${action}`}>{wordFor(words.actions, action)}</span>
        <span class="muted">
          <time datetime={new Date(at).toISOString()}>{texts.date(at)}</time>,{' '}
          {accountId === null ? (
            words.by(null)
          ) : (
            <a href={`${prefix}/accounts/${accountId}/changes`}>
              <bdi>{accountName ?? words.by(accountId)}</bdi>
            </a>
          )}
          {reverts !== null && `, ${words.reverts(reverts)}`}
          {redacts !== null && `, ${words.redacts(redacts)}`}
        </span>
      </header>
      {redacted && (
        <p class="note">
          {words.redacted(
            redacted.hidden.map((name) => labels[name]?.label ?? wordFor(words.said, name)).join(', '),
            texts.date(revision.redaction?.at ?? at),
          )}{' '}
          {redacted.note && <bdi>{redacted.note}</bdi>}
        </p>
      )}
      {revision.hidden && <p class="note">{words.hidden[revision.hidden]}</p>}
      {comment && <q dir="auto">{comment}</q>}
      {source && (
        <p class="source">
          {words.source}:{' '}
          <a href={source} rel="nofollow ugc noopener noreferrer">
            <bdi>{source}</bdi>
          </a>
        </p>
      )}
      <Differences visit={visit} changes={changes} labels={labels} names={names} />
      {children}
    </li>
  );
}
