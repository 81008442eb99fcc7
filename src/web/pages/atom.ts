import { respondText } from '../../http/compressed.ts';
import { oneLine } from '../../http/markdown.ts';
import type { LoggedChange } from '../../model/change.ts';
import { showTime } from '../../model/time.ts';
import { reads } from '../../operations/reads.ts';
import { recordPath, sitePaths } from '../paths.ts';
import { wordFor } from '../texts/site.ts';
import type { Visit } from '../visit.ts';

const entries = 30n;

/** The newest changes as a feed (RFC 4287). */
export async function atom(visit: Visit): Promise<Response> {
  const { ctx, services, texts, caller } = visit;
  const { publicUrl } = services;
  const { rows } = await services.store.readSlow(
    reads.listChanges,
    { limit: entries, after: undefined, order: 'desc', names: 'of those there' },
    caller(),
  );
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}">
<id>${xml(publicUrl + sitePaths.changes)}</id>
<title>Rockola · ${xml(texts.changes.title)}</title>
<link rel="self" type="application/atom+xml" href="${xml(publicUrl + sitePaths.atom)}"/>
<link rel="alternate" type="text/html" href="${xml(publicUrl + sitePaths.changes)}"/>
<author><name>Rockola</name></author>
<updated>${showTime(rows[0]?.revision.at ?? 0)}</updated>
${rows.map((change) => entry(change, visit)).join('\n')}
</feed>
`;
  services.limits.countAnswer(ctx.client, feed);
  return respondText(ctx, 200, feed, { 'Content-Type': 'application/atom+xml; charset=utf-8', Vary: 'Accept-Language, Cookie' });
}

function entry({ revision, name }: LoggedChange, { texts, services: { publicUrl } }: Visit): string {
  const { seq, at, kind, action, comment } = revision;
  const title = `${wordFor(texts.history.actions, action)}: ${name ?? texts.changes.gone} (${wordFor(texts.changes.kinds, kind)})`;
  const path = recordPath(revision) ?? `${sitePaths.changes}#${seq}`;
  return `<entry>
<id>${xml(`${publicUrl}${sitePaths.changes}#${seq}`)}</id>
<title>${xml(oneLine(title))}</title>
<link href="${xml(publicUrl + path)}"/>
<updated>${showTime(at)}</updated>
<summary>${xml(oneLine(comment ?? title))}</summary>
</entry>`;
}

/** Escapes a text, and removes the characters that XML 1.0 does not allow. */
export function xml(text: string): string {
  return Bun.escapeHTML(text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
}
