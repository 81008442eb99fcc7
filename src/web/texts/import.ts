import type { MatchMethod, RowAction } from '../../model/import/plan.ts';
import type { ImportFormat } from '../../model/import/source.ts';
import { inLanguages, type Pairs } from './inLanguages.ts';

export const importTexts = inLanguages({
  lead: [
    'Subí una planilla (CSV), una exportación de Rockola, un JSON de su API o un archivo de otro catálogo. Primero ves qué va a cambiar; nada se toca hasta que lo confirmes.',
    'Send a table (CSV), a Rockola export, JSON from its API or a file from another catalogue. You first see what will change; nothing is touched until you confirm it.',
  ],
  labels: {
    file: ['Archivo', 'File'],
    match: ['Cómo reconocer lo que ya está', 'How to recognise what is already there'],
    format: ['Formato', 'Format'],
    encoding: ['Codificación del texto', 'Encoding of the text'],
  },
  formats: {
    ndjson: ['Exportación de Rockola (NDJSON)', 'Rockola export (NDJSON)'],
    csv: ['Planilla (CSV)', 'Table (CSV)'],
    json: ['Respuesta de la API (JSON)', 'Answer from the API (JSON)'],
    discogs: ['Discogs (XML o CSV)', 'Discogs (XML or CSV)'],
    musicbrainz: ['MusicBrainz (JSON)', 'MusicBrainz (JSON)'],
    wikidata: ['Wikidata (JSON por línea)', 'Wikidata (lines of JSON)'],
  } satisfies Pairs<Record<ImportFormat, string>>,
  fileHint: [
    'En una planilla, la primera línea tiene los nombres de las columnas: artista, disco, año…',
    'The first line of a table has the names of the columns: artist, album, year…',
  ],
  automatic: ['Automático, según el archivo', 'Automatic, from the file'],
  match: {
    id: ['Por su número en el catálogo', 'By its number in the catalogue'],
    identifier: ['Por sus identificadores, como Discogs', 'By its identifiers, such as Discogs'],
    name: ['Por el nombre', 'By name'],
    none: ['No buscar: todo es nuevo', 'Do not search: all of it is new'],
  } satisfies Pairs<Record<MatchMethod, string>>,
  send: ['Ver qué va a cambiar', 'See what will change'],
  earlier: ['Tus importaciones', 'Your imports'],
  steps: {
    plan: {
      open: [
        'Leyendo el archivo. Podés irte y volver: sigue solo.',
        'Reading the file. You can leave and come back: it goes on by itself.',
      ],
      done: ['Todavía no se cambió nada. Esto es lo que va a pasar.', 'Nothing has changed yet. This is what will happen.'],
      cut: ['No se terminó de leer el archivo. No se cambió nada.', 'The file was not read to the end. Nothing was changed.'],
    },
    apply: {
      open: ['Importando. Podés irte y volver: sigue solo.', 'Importing. You can leave and come back: it goes on by itself.'],
      done: ['La importación terminó.', 'The import is done.'],
      cut: [
        'La importación se cortó. Lo que llegó a hacer quedó; podés seguirla o deshacerla.',
        'The import broke off. What it did stays; you can go on, or undo it.',
      ],
    },
    undo: {
      open: [
        'Deshaciendo la importación. Podés irte y volver: sigue solo.',
        'Undoing the import. You can leave and come back: it goes on by itself.',
      ],
      done: ['La importación quedó deshecha.', 'The import is undone.'],
      cut: ['No se terminó de deshacer la importación; podés seguir.', 'The import was not fully undone; you can go on.'],
    },
  },
  /** Of a job that failed, by the code of its outcome. */
  failures: {
    'broken-off': ['El archivo no llegó entero. Mandalo de nuevo.', 'The file did not arrive completely. Send it again.'],
    'malformed-json': ['El archivo no llegó entero. Mandalo de nuevo.', 'The file did not arrive completely. Send it again.'],
    interrupted: [
      'La importación se cortó al restaurar el servicio o al cerrar todas las sesiones. Fijate qué quedó hecho antes de seguir.',
      'The import ended when the service was restored, or when all logins were ended. See what has been done before you go on.',
    ],
    'storage-full': ['No queda lugar para guardar más.', 'There is no room to store more.'],
    unavailable: ['El servicio no pudo seguir. Probá de nuevo.', 'The service could not go on. Try again.'],
    internal: ['Hubo un error del servicio. Avisale a quien lo administra.', 'Something failed in the service. Tell whoever runs it.'],
  } as Pairs<Record<string, string>>,
  read: ['Cómo se leyó', 'How it was read'],
  separator: ['Separador', 'Separator'],
  separators: { ',': ['coma', 'comma'], ';': ['punto y coma', 'semicolon'], '\t': ['tabulador', 'tab'] } as Pairs<Record<string, string>>,
  unmapped: ['no se importa', 'not imported'],
  unmappedHint: [
    'Estas columnas no se importan. Si alguna tiene un dato del catálogo, elegí cuál es.',
    'These columns are not imported. If one has a fact of the catalogue, choose which.',
  ],
  id: ['número', 'number'],
  replan: ['Leer otra vez', 'Read it again'],
  actions: {
    create: ['Nuevos', 'New'],
    update: ['Cambian', 'Changed'],
    unchanged: ['Ya están igual', 'Already there'],
    conflict: ['Conflictos', 'Conflicts'],
    error: ['Errores', 'Errors'],
  } satisfies Pairs<Record<RowAction, string>>,
  undone: ['Deshechos', 'Undone'],
  left: ['Quedan como están', 'Left as they are'],
  line: [(line: bigint) => `Línea ${line}`, (line: bigint) => `Line ${line}`],
  column: [(name: string) => `columna “${name}”`, (name: string) => `column “${name}”`],
  first: ['los primeros', 'the first ones'],
  apply: [
    (changes: bigint) => (changes === 1n ? 'Importar 1 registro' : `Importar ${changes} registros`),
    (changes: bigint) => (changes === 1n ? 'Import 1 record' : `Import ${changes} records`),
  ],
  again: ['Seguir', 'Go on'],
  undo: ['Deshacer la importación', 'Undo the import'],
  sure: [
    '¿Seguro? El catálogo vuelve a como estaba antes. Lo que otros cambiaron después queda.',
    'Are you sure? The catalogue goes back to how it was before. What others changed since then stays.',
  ],
  yes: ['Sí, deshacerla', 'Yes, undo it'],
  changes: ['Ver tus cambios', 'See your changes'],
  rows: ['Bajar el informe completo (NDJSON)', 'Download the full report (NDJSON)'],
  other: ['Importar otro archivo', 'Import another file'],
});
