import { requireAccepted } from '../http/accept.ts';
import { takesGzip } from '../http/compressed.ts';
import { linkedPages } from '../http/linkedExport.ts';
import { route } from '../http/route.ts';
import { gzipped, pieceStream } from '../http/stream/pieceStream.ts';
import { formatsByName } from '../model/export/formats.ts';
import { exportQuery, formatNames, toExportQuery } from '../model/export/query.ts';
import { Problem, unavailable } from '../model/problem.ts';
import { exportCatalogue } from '../operations/exportCatalogue.ts';
import { version } from '../version.ts';

const mediaTypes = formatNames.map((name) => formatsByName[name].mediaType) as [string, ...string[]];

export const exportRoute = route({
  operation: 'exportCatalogue',
  method: 'get',
  path: '/api/v1/export',
  tag: 'Changes',
  summary: 'Export the catalogue',
  description:
    'All records of one moment, kind by kind, in order of id: a JSON text on each line. The first line has the cursor of the changes at that moment, the last the number of records and whether all are there. Or CSV of one kind, with the names of the members in the first row, or the linked data of artists and albums. Filters choose artists, with all records under them.',
  query: exportQuery,
  produces: mediaTypes,
  success: { status: 200, description: 'The records', headers: ['Vary'] },
  async handle({ query: rawQuery, headers, client, caller }, { store, config, limits, log, tail, publicUrl }) {
    const preferred = formatNames[mediaTypes.indexOf(requireAccepted(headers, mediaTypes))];
    const query = toExportQuery({ ...rawQuery, format: rawQuery.format ?? preferred });
    const { mediaType, ending } = formatsByName[query.format];
    const snapshot = await store.openSnapshot(caller());
    const read: typeof snapshot.read = async (operation, input) => {
      if (tail.ending()) throw unavailable('The service stops.');
      return snapshot.read(operation, input);
    };
    const about = { rockola: version, licence: config.licence ?? null, credit: config.credit };
    const linked = query.format === 'jsonld' ? linkedPages(read, publicUrl, config) : undefined;
    const pieces = exportCatalogue(read, query, about, undefined, linked);
    const compress = takesGzip(headers);
    const stream = pieceStream(compress ? gzipped(pieces) : pieces, {
      onEnd: snapshot.end,
      onError: (err) => err instanceof Problem || log.events.error({ err }, 'an export ended by an error'),
      onBytes: (bytes) => limits.countAnswer(client, bytes),
    });
    return {
      status: 200,
      type: `${mediaType}; charset=utf-8`,
      headers: {
        'Cache-Control': 'no-store',
        'Content-Disposition': `attachment; filename="rockola${query.kind ? `-${query.kind}` : ''}${ending}"`,
        Vary: 'Accept, Accept-Encoding',
        ...(compress && { 'Content-Encoding': 'gzip' }),
      },
      stream,
    };
  },
});
