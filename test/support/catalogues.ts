// Files of other catalogues as they look. The facts are true; the ids are of nobody.

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

/** With the pressings of one album, and a year that is not known. */
export const discogsCollection = `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes
AVLP-5056,Sumo,Divididos Por La Felicidad,CBS,"LP, Album",,1985,900301,Uncategorized,2024-01-05 10:00:00,Very Good Plus (VG+),Very Good (VG),
2-495872,Sumo,Divididos Por La Felicidad,"Columbia, Sony Music","CD, Album, RE",5,2001,900302,Uncategorized,2024-01-05 10:01:00,,,
DEP-1,Virus (2)*,Recrudece,CBS,"LP, Album",,0,900303,Uncategorized,2024-01-05 10:02:00,,,
TLP 60081,"Soda Stereo","Languis","Discos CBS","12"", EP, Maxi",,1989,900304,Uncategorized,2024-01-05 10:03:00,,,
`;
