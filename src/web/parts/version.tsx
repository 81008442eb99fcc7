/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { type Change, showRedaction } from '../../model/history.ts';
import type { Kind } from '../../model/record.ts';
import type { FullVersion } from '../../operations/revision.ts';
import type { Values } from '../record/kinds.ts';
import { readNames, referencesIn } from '../record/reference.ts';
import type { Names } from '../record/shown.ts';
import type { Subject } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import { wordFor } from '../texts/site.ts';
import type { Visit } from '../visit.ts';
import { Differences } from './difference.tsx';
import { Naming } from './naming.tsx';

type Props = { visit: Visit; change: Change; names: Names; children?: Child };

/** The parts of a page above a form about one version: the link back to the history, and the version. */
export async function aboutVersion(visit: Visit, { path, shownOn, titleOf }: Subject, version: FullVersion<Values>) {
  const { prefix, texts } = visit;
  const { around, ...parts } = titleOf(version.record ?? {});
  const name = parts.name || shownOn?.name;
  const names = await readNames(visit, referencesIn([version]));
  return {
    back: {
      href: `${prefix}${path}/history`,
      label: name ? <Naming visit={visit} text={(mark) => texts.history.title(around(mark))} names={[name]} /> : texts.artist.history,
    },
    above: (
      <ol class="versions">
        <Version visit={visit} change={version} names={names} />
      </ol>
    ),
  };
}

export function Version({ visit, change: { revision, changes }, names, children }: Props) {
  const { texts, prefix, language } = visit;
  const { kind, version, at, accountId, accountName, action, reverts, comment, source } = revision;
  const words = texts.history;
  const { labels } = formTexts[language].kinds[kind as Kind];
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
      <Differences visit={visit} kind={kind} changes={changes} names={names} />
      {children}
    </li>
  );
}
