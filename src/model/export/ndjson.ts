import { toJson } from '../json.ts';
import { placePath } from '../recordPath.ts';
import type { ExportFormat } from './format.ts';

/** A JSON text on each line: a head, the records, and the number of records. A record has the same members as a change in the feed. */
export const ndjson: ExportFormat = {
  mediaType: 'application/x-ndjson',
  ending: '.ndjson',
  mixes: true,
  head: (head) => `${toJson(head)}\n`,
  line({ kind }, { record, artistId = null, albumId = null }) {
    const path = placePath(kind, { id: record.id, artistId, albumId });
    return `{"kind":"${kind}","path":"${path}","artist_id":${artistId},"album_id":${albumId},"record":${toJson(record)}}\n`;
  },
  end: (end) => `${toJson(end)}\n`,
};
