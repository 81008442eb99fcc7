/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { Change } from '../../model/history.ts';
import type { Visit } from '../visit.ts';
import { Difference } from './difference.tsx';

type Props = { visit: Visit; change: Change; children?: Child };

/** One version of a record: who made it, when, why, and what that changed. */
export function Version({ visit: { texts, prefix }, change: { revision, changes }, children }: Props) {
  const { version, at, accountId, action, reverts, comment, source } = revision;
  const words = texts.history;
  return (
    <li id={`v${version}`}>
      <header>
        <h2>{words.version(version)}</h2>
        <span class={`action ${action}`}>{words.actions[action] ?? action}</span>
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
        {changes.map((change) => (
          <>
            <dt>{words.members[change.member] ?? change.member}</dt>
            <dd>
              <Difference change={change} texts={texts} />
            </dd>
          </>
        ))}
      </dl>
      {children}
    </li>
  );
}
