// Files in the formats of other catalogues. The facts are true; the ids belong to nobody.

const artist = (id: string, name: string, rest = '') =>
  `<artist><images><image type="primary" uri="" uri150="" width="600" height="401"/></images><id>${id}</id><name>${name}</name>${rest}<data_quality>Needs Vote</data_quality></artist>`;

export const discogsArtists = `<?xml version="1.0" encoding="UTF-8"?>
<artists>
${artist(
  '900100',
  'Virus (7)',
  `<profile>New wave band from [b]La Plata[/b], founded by [a=Federico Moura] &amp; brothers.\r
See [a900103], [l=CBS], [m900201] and [url=http://www.virus.example.org/]their *own* site[/url].</profile><urls><url>www.wikidata.org/wiki/Q1425333</url><url>//open.spotify.com/artist/4vqKjn8Vk3XNyAXLnKmbRI</url><url>facebook.com/virus</url><url></url></urls><namevariations><name>Virus</name><name>Vírus</name></namevariations><members><name id="900101">Federico Moura</name><name id="900102">Julio Moura</name><name id="999999">Mario Serra</name></members>`,
)}
${artist('900101', 'Federico Moura', '<realname>Federico José Moura</realname><profile></profile><groups><name id="900100">Virus (7)</name></groups>')}
${artist('900102', 'Julio Moura', '<aliases><name id="900109">Julio (12)</name></aliases>')}
${artist('900103', 'Virus')}
${artist('900104', 'Sui Generis (3)', '<members><id>900105</id><name>Charly García</name><id>900106</id><name>Nito Mestre</name></members>')}
</artists>
`;

const credited = (id: string, name: string, anv = '', join = '') =>
  `<artist><id>${id}</id><name>${name}</name><anv>${anv}</anv><join>${join}</join><role></role><tracks></tracks></artist>`;
const master = (id: string, title: string, year: string, artists: string) =>
  `<master id="${id}"><main_release>1</main_release><artists>${artists}</artists><genres><genre>Rock</genre></genres><year>${year}</year><title>${title}</title><data_quality>Correct</data_quality><videos><video src="x" duration="1"><title>Otro</title></video></videos></master>`;

export const discogsMasters = `<masters>${[
  master('900201', 'Wadu Wadu', '1981', credited('900100', 'Virus (7)', 'Virus')),
  master(
    '900202',
    'La La La',
    '1986',
    credited('900107', 'Luis Alberto Spinetta', 'Spinetta', 'Y') + credited('900108', 'Fito Páez (2)', '', ''),
  ),
  master('900203', 'Recrudece', '0', credited('900100', 'Virus (7)')),
].join('\n')}</masters>`;

/** A collection with two pressings of one album, and an unknown year. */
export const discogsCollection = `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes
AVLP-5056,Sumo,Divididos Por La Felicidad,CBS,"LP, Album",,1985,900301,Uncategorized,2024-01-05 10:00:00,Very Good Plus (VG+),Very Good (VG),
2-495872,Sumo,Divididos Por La Felicidad,"Columbia, Sony Music","CD, Album, RE",5,2001,900302,Uncategorized,2024-01-05 10:01:00,,,
DEP-1,Virus (2)*,Recrudece,CBS,"LP, Album",,0,900303,Uncategorized,2024-01-05 10:02:00,,,
TLP 60081,"Soda Stereo","Languis","Discos CBS","12"", EP, Maxi",,1989,900304,Uncategorized,2024-01-05 10:03:00,,,
`;

const mbid = (n: number) => `0f00000${n}-1111-4222-8333-444455556666`;
const area = (name: string, country = false) => ({
  ...{ id: mbid(9), name, 'sort-name': name, type: null, 'type-id': null, disambiguation: '' },
  ...(country ? { 'iso-3166-1-codes': ['AR'] } : { 'iso-3166-2-codes': ['AR-C'] }),
});
const url = (type: string, resource: string, ended = false) => ({
  ...{ type, direction: 'forward', 'target-type': 'url', url: { id: mbid(8), resource }, ended, begin: null, end: null, attributes: [] },
});
const bandMember = (direction: string, artist: object, attributes: string[], begin: string | null, end: string | null, credit = '') => ({
  ...{ type: 'member of band', 'type-id': '5be4c609-9afa-4ea0-910b-12ffb71e3821', 'target-type': 'artist', 'source-credit': '' },
  ...{ direction, artist, attributes, begin, end, ended: end !== null, 'target-credit': credit, 'attribute-values': {} },
});
const act = (n: number, name: string) => ({ id: mbid(n), name, 'sort-name': name, type: 'Person', disambiguation: '', country: 'AR' });
const [seru, charly, aznar, lebon] = [act(1, 'Serú Girán'), act(2, 'Charly García'), act(3, 'Pedro Aznar'), act(4, 'David Lebón')];
const group = (n: number, title: string, date: string, type: string | null = 'Album', secondary: string[] = [], more: object = {}) => ({
  ...{ id: mbid(n).replace('0f', '1f'), title, 'primary-type': type, 'primary-type-id': null, 'secondary-types': secondary },
  ...{ 'first-release-date': date, disambiguation: '', ...more },
});

/** The answer to `/ws/2/artist/…?inc=url-rels+artist-rels+aliases+release-groups`, indented. */
export const musicbrainzArtist = JSON.stringify(
  {
    ...{ ...seru, type: 'Group', 'type-id': 'e431f5f6-b5d2-343d-8b36-72607fffb74b', gender: null, ipis: [], isnis: ['0000000121032683'] },
    ...{ area: area('Argentina', true), 'begin-area': area('Buenos Aires'), begin_area: area('Buenos Aires'), 'end-area': null },
    'life-span': { begin: '1978', end: '1982-03', ended: true },
    aliases: [
      { name: 'Seru Giran', 'sort-name': 'Seru Giran', type: 'Search hint', locale: null, primary: null, ended: false },
      { name: 'Serú Girán', 'sort-name': 'Serú Girán', type: 'Artist name', locale: 'es', primary: true, ended: false },
    ],
    relations: [
      url('discogs', 'https://www.discogs.com/artist/900401'),
      url('wikidata', 'https://www.wikidata.org/wiki/Q1425334'),
      url('free streaming', 'https://open.spotify.com/artist/4vqKjn8Vk3XNyAXLnKmbRI', true),
      url('official homepage', 'http://seru.example.org/'),
      bandMember('backward', charly, ['keyboard', 'lead vocals', 'original'], '1978', '1982'),
      bandMember('backward', charly, ['piano', 'bandoneón'], '1978', '1982'),
      bandMember('backward', aznar, ['bass guitar'], '1978', '1981', 'Aznar'),
      bandMember('backward', lebon, ['guitar'], '????-05', null),
    ],
    'release-groups': [
      group(1, 'La grasa de las capitales', '1979-08'),
      group(2, 'No llores por mí, Argentina', '1982', 'Album', ['Live']),
      group(3, 'Seminare', '', 'Single'),
      group(4, 'En Obras', '1981', 'Broadcast'),
    ],
  },
  null,
  2,
);

/** Lines, as in the JSON dumps. */
export const musicbrainzDump = `${JSON.stringify({
  ...{ ...charly, gender: 'Male', 'life-span': { begin: '1951-10-23', end: null, ended: false }, isnis: [], area: area('Argentina', true) },
  aliases: [{ name: 'Carlos Alberto García Moreno', type: 'Legal name' }],
  relations: [bandMember('forward', seru, ['keyboard'], '1978', '1982')],
})}
${JSON.stringify(
  group(5, 'Tango', '1986', 'EP', [], {
    'artist-credit': [
      { name: 'Charly García', joinphrase: ' y ', artist: charly },
      { name: 'Aznar', joinphrase: '', artist: aznar },
    ],
  }),
)}
`;

/** The answer to a search. */
export const musicbrainzSearch = JSON.stringify({
  ...{ created: '2026-11-20T10:00:00.000Z', count: 2, offset: 0 },
  artists: [
    { ...charly, score: 100, area: { ...area('Argentina'), type: 'Country' }, 'life-span': { begin: '1951-10-23', ended: null } },
    { ...seru, score: 90, type: 'Group', 'life-span': { begin: '1978', end: '1982', ended: true } },
  ],
});
