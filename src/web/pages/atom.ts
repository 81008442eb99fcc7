import { respondText } from '../../http/compressed.ts';
import { oneLine } from '../../http/markdown.ts';
import type { Edit } from '../../model/edit.ts';
import { licenceUrl, type Terms } from '../../model/licence.ts';
import { showTime } from '../../model/time.ts';
import { xml } from '../../model/xml.ts';
import { reads } from '../../operations/reads.ts';
import { gapBefore, sentenceOf } from '../edit.ts';
import { recordPath, sitePaths } from '../paths.ts';
import { editTexts } from '../texts/edit.ts';
import type { Visit } from '../visit.ts';
import { readNamedArtist } from './artist.tsx';

const entries = 30n;

/** The addresses of the feed (`self`) and of the page with the same changes (`path`). */
type Feed = { title: string; self: string; path: string; artist?: bigint };

/** The newest changes as a feed (RFC 4287). */
export function atom(visit: Visit): Promise<Response> {
  return feedOf(visit, { title: visit.texts.nav.changes, self: sitePaths.atom, path: sitePaths.changes });
}

/** The changes of an artist. @throws Problem `not-found` */
export async function artistAtom(visit: Visit): Promise<Response> {
  const { id: artist, name } = (await readNamedArtist(visit)).record;
  const title = editTexts[visit.language].ofArtist(name);
  return feedOf(visit, { title, self: `/artists/${artist}/changes.atom`, path: `${sitePaths.changes}?artist=${artist}`, artist });
}

async function feedOf(visit: Visit, { title, self, path, artist }: Feed): Promise<Response> {
  const { ctx, services, caller } = visit;
  const { publicUrl } = services;
  const query = { limit: entries, after: undefined, artist, names: 'of existing records' } as const;
  const { rows } = await services.store.readSlow(reads.listEdits, query, caller());
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${visit.language}">
<id>${xml(publicUrl + path)}</id>
<title>Rockola · ${xml(oneLine(title))}</title>
<link rel="self" type="application/atom+xml" href="${xml(publicUrl + self)}"/>
<link rel="alternate" type="text/html" href="${xml(publicUrl + path)}"/>
<author><name>Rockola</name></author>${rights(services.config)}
<updated>${showTime(rows[0]?.at ?? 0)}</updated>
${rows.map((edit) => entry(edit, visit)).join('\n')}
</feed>
`;
  services.limits.countAnswer(ctx.client, feed);
  return respondText(ctx, 200, feed, { 'Content-Type': 'application/atom+xml; charset=utf-8', Vary: 'Accept-Language, Cookie' });
}

/** RFC 4946 defines the relation `license`. */
function rights({ licence, credit }: Terms): string {
  const url = licence && licenceUrl(licence);
  const words = [...(licence ? [licence, url] : []), ...(credit ? [credit] : [])].join(', ');
  return [...(url ? [`\n<link rel="license" href="${xml(url)}"/>`] : []), ...(words ? [`\n<rights>${xml(words)}</rights>`] : [])].join('');
}

function entry(edit: Edit, visit: Visit): string {
  const { publicUrl } = visit.services;
  const { revision } = edit.head;
  const changePath = `${sitePaths.changes}#c${edit.seq}`;
  const sentence = sentenceOf(visit, edit)
    .map((word, i) => gapBefore(word, i) + word.text)
    .join('');
  return `<entry>
<id>${xml(publicUrl + changePath)}</id>
<title>${xml(oneLine(sentence))}</title>
<link href="${xml(publicUrl + (recordPath(revision) ?? changePath))}"/>
<updated>${showTime(edit.at)}</updated>
<summary>${xml(oneLine(revision.comment ?? sentence))}</summary>
</entry>`;
}
