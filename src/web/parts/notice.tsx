/** @jsxImportSource #jsx */

import { deletionTexts, type Outcome, outcomeTexts } from '../texts/outcome.ts';
import { cookieIn, type Deleted, type Done, type Redirect, setCookie, type Visit } from '../visit.ts';

/** The cookie has the name of an outcome and, after a deletion, the deleted record. It lasts until a page has shown the notice. */
const cookie = 'rockola-done';
/** How long the cookie lasts, in s. */
const maxAge = 60;

/** Makes the next page of this browser show the outcome. If the outcome were in the address, everyone who opens it would see it. */
export function noteDone(visit: Visit, response: Response, { done, deleted }: Redirect): Response {
  if (done) response.headers.append('Set-Cookie', setCookie(visit, cookie, cookieValue({ done, deleted }), maxAge));
  return response;
}

/** Deletes the cookie, since this page shows the notice. Such a page must not be cached. */
export function withNotice(visit: Visit, response: Response): Response {
  if (doneIn(visit)) response.headers.append('Set-Cookie', setCookie(visit, cookie, '', 0));
  return response;
}

/** The outcome of the previous form, if no page has shown it yet. */
export function doneIn({ ctx }: Visit): Done | undefined {
  const [done = '', deleted] = cookieIn(ctx, cookie)?.split('.') ?? [];
  if (!Object.hasOwn(outcomeTexts.en, done)) return undefined;
  return { done: done as Outcome, deleted: deleted === undefined ? undefined : deletedIn(deleted) };
}

function cookieValue({ done, deleted }: Done): string {
  if (!deleted) return done;
  const { path, version, name } = deleted;
  return `${done}.${Buffer.from([path, version, name].join('\n')).toString('base64url')}`;
}

/** Undefined for a path that may lead to another site. */
function deletedIn(text: string): Deleted | undefined {
  const [, path = '', version = '', name = ''] = /^(\/artists\/.+)\n(\d+)\n(.+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return path ? { path, version: BigInt(version), name } : undefined;
}

export function Notice({ visit }: { visit: Visit }) {
  const outcome = doneIn(visit);
  if (!outcome) return null;
  return (
    <p class="done" role="status">
      {outcome.deleted ? <OfDeletion visit={visit} deleted={outcome.deleted} /> : outcomeTexts[visit.language][outcome.done]}
    </p>
  );
}

function OfDeletion({ visit, deleted: { path, version, name } }: { visit: Visit; deleted: Deleted }) {
  const { prefix, language, texts, catalogueLang } = visit;
  const words = deletionTexts[language];
  return (
    <>
      {words.deleted} <bdi lang={catalogueLang}>{name}</bdi>. <a href={`${prefix}${path}/undo?version=${version}&how=back`}>{words.undo}</a>
      {' · '}
      <a href={`${prefix}${path}/history`}>{texts.artist.history}</a>
    </>
  );
}
