import { type IdentifierKind, ownSchemes } from '../../model/identifierScheme.ts';
import type { FieldsOf } from '../../model/kinds.ts';

/** The names of the catalogues that give identifiers, in both languages. */
const artist: Record<FieldsOf<'artist_identifier'>['scheme'], string> = {
  discogs: 'Discogs',
  isni: 'ISNI',
  musicbrainz: 'MusicBrainz',
  spotify: 'Spotify',
  viaf: 'VIAF',
  wikidata: 'Wikidata',
};

const album: Record<FieldsOf<'album_identifier'>['scheme'], string> = {
  'discogs-master': 'Discogs',
  ean: 'EAN',
  'musicbrainz-release-group': 'MusicBrainz',
  spotify: 'Spotify',
};

/** Adds the operator's schemes, whose names are made from their ids: `metal-archives` is Metal Archives. */
function withOwn<N extends Record<string, string>>(kind: IdentifierKind, names: N): N & Record<string, string> {
  const own = ownSchemes(kind).map((scheme) => [scheme, scheme.split('-').map(capital).join(' ')]);
  return { ...names, ...Object.fromEntries(own) };
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

export const schemeNamesOf = {
  artist: () => withOwn('artist_identifier', artist),
  album: () => withOwn('album_identifier', album),
};
