import type { Language } from './site.ts';

/** The members that a source may support, as its form names them. */
const members = {
  es: {
    ...{ '/name': 'nombre', '/description': 'descripción', '/image': 'imagen', '/band': 'banda', '/type': 'persona o grupo' },
    ...{ '/from': 'desde', '/to': 'hasta', '/ended': 'si terminó', '/place': 'ciudad', '/genres': 'géneros', '/person': 'artista' },
    ...{ '/credited': 'nombre como figura', '/roles': 'instrumentos', '/note': 'nota', '/kind': 'tipo', '/language': 'idioma' },
    ...{ '/scheme': 'catálogo', '/value': 'identificador', '/year': 'año', '/released': 'fecha de salida', '/label': 'sello' },
    ...{ '/artist': 'artista', '/role': 'participación', '/position': 'número', '/title': 'título', '/length': 'duración' },
    ...{ '/isrc': 'ISRC', '/featuring': 'con quién' },
  },
  en: {
    ...{ '/name': 'name', '/description': 'description', '/image': 'image', '/band': 'band', '/type': 'person or group' },
    ...{ '/from': 'from', '/to': 'to', '/ended': 'whether it ended', '/place': 'city', '/genres': 'genres', '/person': 'artist' },
    ...{ '/credited': 'name as written', '/roles': 'instruments', '/note': 'note', '/kind': 'type', '/language': 'language' },
    ...{ '/scheme': 'catalogue', '/value': 'identifier', '/year': 'year', '/released': 'release date', '/label': 'label' },
    ...{ '/artist': 'artist', '/role': 'role', '/position': 'number', '/title': 'title', '/length': 'length' },
    ...{ '/isrc': 'ISRC', '/featuring': 'with whom' },
  },
};

const es = {
  title: 'Fuentes',
  count: (sources: number) => (sources === 1 ? '1 fuente' : `${sources} fuentes`),
  others: (values: string) => `otras fuentes: ${values}`,
  disputed: 'en duda',
  another: 'agregar otra',
  add: 'Agregar una fuente',
  accessed: (when: string) => `consultada: ${when}`,
  members: members.es,
};

type Texts = typeof es;
const en: Texts = {
  title: 'Sources',
  count: (sources) => (sources === 1 ? '1 source' : `${sources} sources`),
  others: (values) => `other sources: ${values}`,
  disputed: 'disputed',
  another: 'add another',
  add: 'Add a source',
  accessed: (when) => `seen ${when}`,
  members: members.en,
};

export const sourceTexts: Record<Language, Texts> = { es, en };
