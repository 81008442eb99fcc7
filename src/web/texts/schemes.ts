import type { AlbumIdentifierFields, ArtistIdentifierFields } from '../../model/identifier.ts';

/** The catalogues that give identifiers, by the names they have in any language. */
const artist: Record<ArtistIdentifierFields['scheme'], string> = {
  discogs: 'Discogs',
  isni: 'ISNI',
  musicbrainz: 'MusicBrainz',
  spotify: 'Spotify',
  viaf: 'VIAF',
  wikidata: 'Wikidata',
};

const album: Record<AlbumIdentifierFields['scheme'], string> = {
  'discogs-master': 'Discogs',
  ean: 'EAN',
  'musicbrainz-release-group': 'MusicBrainz',
  spotify: 'Spotify',
};

export const identifierSchemes = { artist, album };
