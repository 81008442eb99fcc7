import type { Rockola } from '../support/harness.ts';

const paragraph = 'Una **banda** de [La Plata](https://example.org/la-plata) con *mucho* para contar, y `código`. ';
const markdown = `# Historia\n\n${paragraph.repeat(4)}\n\n- uno\n- dos\n\n> Una cita larga\n\n| año | disco |\n|---|---|\n| 1973 | Artaud |\n\n`;

/** Extreme records: long texts, empty ones, many, and other scripts. */
const artists = {
  longName: {
    name: 'La Orquesta Interminable de los Nombres Larguísimos y sus Innumerables Amigos del Conurbano Profundo en Concierto para Siempre Jamás',
    albums: [['El disco que tiene el título más largo de todos los que alguna vez se grabaron en los estudios ION de la ciudad', 1976]],
  },
  unbroken: { name: 'Ñ'.repeat(200), description: 'W'.repeat(400), albums: [['X'.repeat(200), 1969]] },
  markdown: { name: 'Markdown y Compañía', description: markdown.repeat(30).slice(0, 20_000), albums: [['Uno', 1999]] },
  none: { name: 'Sin Discos' },
  many: {
    name: 'Trescientos',
    description: 'Muchos discos.',
    albums: Array.from({ length: 300 }, (_, i): [string, number] => [`Disco ${i + 1}`, 1960 + (i % 60)]),
  },
  rightToLeft: { name: 'فيروز \u202eאבג', description: 'مطربة لبنانية تحظى بشهرة واسعة.', albums: [['زهرة المدائن', 1967]] },
  cyrillic: { name: 'Кино', description: 'Советская рок-группа.', albums: [['Группа крови', 1988]] },
  emoji: { name: '🎸🔥 Emoji 👩‍🎤', description: '🎶 '.repeat(40), albums: [['💿', 2021]] },
  pictures: {
    name: 'Con Fotos',
    image: 'https://pictures.example/never.jpg',
    albums: [
      ['Tapa que no llega', 1984],
      ['Otra', 1991],
    ],
  },
} satisfies Record<string, { name: string; description?: string; image?: string; albums?: [string, number][] }>;

export type OddRecords = Record<keyof typeof artists, string>;

/** @returns the path of each page */
export async function fillWithOddRecords({ call, adminKey: key }: Rockola): Promise<OddRecords> {
  const paths: Record<string, string> = {};
  for (const [state, { albums = [], ...artist }] of Object.entries<{ name: string; albums?: [string, number][] }>(artists)) {
    const { id } = (await call('POST', '/api/v1/artists', { body: artist, key })).json;
    paths[state] = `/artists/${id}`;
    const add = ([name, year]: [string, number]) => call('POST', `/api/v1/artists/${id}/albums`, { body: { name, year }, key });
    await Promise.all(albums.map(add));
  }
  const body = { band: 'Almendra', description: 'Otra **banda** de Berisso, contada de nuevo.' };
  await call('PATCH', `/api/v1${paths.markdown}`, { body: { ...body, description: markdown }, key });
  await call('PATCH', `/api/v1${paths.markdown}`, {
    body: { description: `${markdown}Y una frase más.`, name: 'Markdown & Compañía' },
    key,
    headers: { 'Change-Comment': '"una frase"', 'Change-Source': '"https://example.org/fuente"' },
  });
  return paths as OddRecords;
}
