import type { MatchMethod, RowAction } from '../../model/import/plan.ts';
import type { ImportFormat } from '../../model/import/source.ts';
import type { Language } from './site.ts';

const es = {
  lead: 'Subí una planilla (CSV), una exportación de Rockola, un JSON de su API o un archivo de otro catálogo. Primero ves qué va a cambiar; nada se toca hasta que lo confirmes.',
  labels: { file: 'Archivo', match: 'Cómo reconocer lo que ya está', format: 'Formato', encoding: 'Codificación del texto' },
  formats: {
    ndjson: 'Exportación de Rockola (NDJSON)',
    csv: 'Planilla (CSV)',
    json: 'Respuesta de la API (JSON)',
    discogs: 'Discogs (XML o CSV)',
  } as Record<ImportFormat, string>,
  fileHint: 'En una planilla, la primera línea tiene los nombres de las columnas: artista, disco, año…',
  automatic: 'Automático, según el archivo',
  match: {
    id: 'Por su número en el catálogo',
    identifier: 'Por sus identificadores, como Discogs',
    name: 'Por el nombre',
    none: 'No buscar: todo es nuevo',
  } as Record<MatchMethod, string>,
  send: 'Ver qué va a cambiar',
  earlier: 'Tus importaciones',
  steps: {
    plan: {
      open: 'Leyendo el archivo. Podés irte y volver: sigue solo.',
      done: 'Todavía no se cambió nada. Esto es lo que va a pasar.',
      cut: 'No se terminó de leer el archivo. No se cambió nada.',
    },
    apply: {
      open: 'Importando. Podés irte y volver: sigue solo.',
      done: 'La importación terminó.',
      cut: 'La importación se cortó. Lo que llegó a hacer quedó; podés seguirla o deshacerla.',
    },
    undo: {
      open: 'Deshaciendo la importación. Podés irte y volver: sigue solo.',
      done: 'La importación quedó deshecha.',
      cut: 'No se terminó de deshacer la importación; podés seguir.',
    },
  },
  read: 'Cómo se leyó',
  separator: 'Separador',
  separators: { ',': 'coma', ';': 'punto y coma', '\t': 'tabulador' } as Record<string, string>,
  columns: 'Columnas',
  unmapped: 'no se importa',
  unmappedHint: 'Estas columnas no se importan. Si alguna tiene un dato del catálogo, decí cuál.',
  id: 'número',
  replan: 'Leer otra vez',
  actions: { create: 'Nuevos', update: 'Cambian', unchanged: 'Ya están igual', conflict: 'Conflictos', error: 'Errores' } as Record<
    RowAction,
    string
  >,
  undone: 'Deshechos',
  left: 'Quedan como están',
  line: (line: bigint) => `Línea ${line}`,
  column: (name: string) => `columna “${name}”`,
  first: 'los primeros',
  apply: (changes: bigint) => (changes === 1n ? 'Importar 1 registro' : `Importar ${changes} registros`),
  again: 'Seguir',
  cancel: 'Cancelar',
  undo: 'Deshacer la importación',
  sure: '¿Seguro? El catálogo vuelve a como estaba antes. Lo que otros cambiaron después queda.',
  yes: 'Sí, deshacerla',
  changes: 'Ver tus cambios',
  other: 'Importar otro archivo',
};

const en: typeof es = {
  lead: 'Send a table (CSV), an export of Rockola, JSON of its API or a file of another catalogue. First you see what will change; nothing is touched until you confirm it.',
  labels: { file: 'File', match: 'How to recognise what is there already', format: 'Format', encoding: 'Encoding of the text' },
  formats: {
    ndjson: 'Export of Rockola (NDJSON)',
    csv: 'Table (CSV)',
    json: 'Answer of the API (JSON)',
    discogs: 'Discogs (XML or CSV)',
  },
  fileHint: 'The first line of a table has the names of the columns: artist, album, year…',
  automatic: 'Automatic, by the file',
  match: {
    id: 'By its number in the catalogue',
    identifier: 'By its identifiers, such as Discogs',
    name: 'By name',
    none: 'Do not search: all of it is new',
  },
  send: 'See what will change',
  earlier: 'Your imports',
  steps: {
    plan: {
      open: 'Reading the file. You can leave and come back: it goes on by itself.',
      done: 'Nothing has changed yet. This is what will happen.',
      cut: 'The file was not read to its end. Nothing was changed.',
    },
    apply: {
      open: 'Importing. You can leave and come back: it goes on by itself.',
      done: 'The import is done.',
      cut: 'The import broke off. What it did stays; you can go on, or undo it.',
    },
    undo: {
      open: 'Undoing the import. You can leave and come back: it goes on by itself.',
      done: 'The import is undone.',
      cut: 'The import was not undone to its end; you can go on.',
    },
  },
  read: 'How it was read',
  separator: 'Separator',
  separators: { ',': 'comma', ';': 'semicolon', '\t': 'tab' },
  columns: 'Columns',
  unmapped: 'not imported',
  unmappedHint: 'These columns are not imported. If one has a fact of the catalogue, say which.',
  id: 'number',
  replan: 'Read it again',
  actions: { create: 'New', update: 'Changed', unchanged: 'There already', conflict: 'Conflicts', error: 'Errors' },
  undone: 'Undone',
  left: 'Left as they are',
  line: (line) => `Line ${line}`,
  column: (name) => `column “${name}”`,
  first: 'the first ones',
  apply: (changes) => (changes === 1n ? 'Import 1 record' : `Import ${changes} records`),
  again: 'Go on',
  cancel: 'Cancel',
  undo: 'Undo the import',
  sure: 'Are you sure? The catalogue goes back to how it was before. What others changed since then stays.',
  yes: 'Yes, undo it',
  changes: 'See your changes',
  other: 'Import another file',
};

export const importTexts: Record<Language, typeof es> = { es, en };
