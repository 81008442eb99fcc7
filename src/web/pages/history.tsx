/** @jsxImportSource hono/jsx */
import { type Change, historyQuery, type MemberChange, showVersionCursor } from '../../model/history.ts';
import { notFound } from '../../model/problem.ts';
import type { SeekPage } from '../../model/seekPage.ts';
import { reads } from '../../operations/reads.ts';
import { differenceOf, endOf, ends, startOf } from '../difference.ts';
import { albumPath, artistPath } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';
import { readNamedAlbum } from './album.tsx';
import { readNamedArtist } from './artist.tsx';

/** @throws Problem `not-found` */
export async function artistHistoryPage(visit: Visit): Promise<Shown> {
  const { record: artist } = await readNamedArtist(visit);
  const query = { artistId: artist.id, ...readQuery(visit, historyQuery, { limit: '20' }), evenDeleted: false };
  const page = await visit.services.store.readSlow(reads.listArtistRevisions, query, visit.caller());
  return shown(visit, { name: artist.name, path: artistPath(artist), page });
}

/** @throws Problem `not-found` */
export async function albumHistoryPage(visit: Visit): Promise<Shown> {
  const { record: artist } = await readNamedArtist(visit);
  const { record: album } = await readNamedAlbum(visit, artist);
  const query = { artistId: artist.id, albumId: album.id, ...readQuery(visit, historyQuery, { limit: '20' }), evenDeleted: false };
  const page = await visit.services.store.readSlow(reads.listAlbumRevisions, query, visit.caller());
  return shown(visit, { name: album.name, path: albumPath(artist, album), page });
}

type Subject = { name: string; path: string; page: SeekPage<Change, bigint> | undefined };

function shown({ texts, prefix }: Visit, { name, path, page }: Subject): Shown {
  // It was deleted while the page was made; its past is for editors.
  if (!page) throw notFound('what this is the history of');
  return {
    title: texts.history.title(name),
    path: `${path}/history`,
    hidden: true,
    body: (
      <>
        <p class="kicker">
          <a href={prefix + path}>← {texts.history.back(name)}</a>
        </p>
        <h1>
          <bdi>{texts.history.title(name)}</bdi>
        </h1>
        <ol class="versions">
          {page.rows.map((change) => (
            <Version change={change} texts={texts} />
          ))}
        </ol>
        {page.more && page.after !== undefined && (
          <nav class="more">
            <a class="button" href={`?after=${showVersionCursor(page.after)}`} rel="next">
              {texts.history.older}
            </a>
          </nav>
        )}
      </>
    ),
  };
}

type Words = { texts: Visit['texts'] };

function Version({ change: { revision, changes }, texts }: { change: Change } & Words) {
  const { version, at, accountId, action, reverts, comment, source } = revision;
  const words = texts.history;
  return (
    <li>
      <header>
        <h2>{words.version(version)}</h2>
        <span class={`action ${action}`}>{words.actions[action] ?? action}</span>
        <span class="muted">
          <time datetime={new Date(at).toISOString()}>{texts.date(at)}</time>, {words.by(accountId)}
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
              <Member change={change} texts={texts} />
            </dd>
          </>
        ))}
      </dl>
    </li>
  );
}

/** What a member was and became. Of a long text, what changed with a few words around it. */
function Member({ change: { from, to }, texts }: { change: MemberChange } & Words) {
  const { removed, added, start, end } = differenceOf(textOf(from), textOf(to));
  const words = texts.history;
  return (
    <div dir="auto" class="difference">
      {endOf(start)}
      {removed && (
        <del>
          <span class="unseen">{words.removed}: </span>
          {ends(removed)}
        </del>
      )}
      {added && (
        <ins>
          <span class="unseen">{words.added}: </span>
          {ends(added)}
        </ins>
      )}
      {startOf(end)}
      {to === '' && !added && <em class="muted">{words.empty}</em>}
    </div>
  );
}

const textOf = (value: MemberChange['from']) => (value === null ? '' : String(value));
