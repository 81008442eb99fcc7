import { albumSource, artistSource } from '../../model/kinds.ts';
import type { Kind } from '../../model/record.ts';
import type { RowKind } from '../paths.ts';
import { inLanguages, type Pairs } from './inLanguages.ts';
import { album } from './kinds/album.ts';
import { albumDetails } from './kinds/albumDetails.ts';
import { alias } from './kinds/alias.ts';
import { artist } from './kinds/artist.ts';
import { artistDetails } from './kinds/artistDetails.ts';
import { credit } from './kinds/credit.ts';
import { albumIdentifier, artistIdentifier } from './kinds/identifier.ts';
import type { Label, OwnTexts, RowTexts } from './kinds/label.ts';
import { membership } from './kinds/membership.ts';
import { sourceFormTexts } from './kinds/source.ts';
import { track } from './kinds/track.ts';
import type { Language } from './site.ts';

const kinds = {
  ...{ artist, album, membership, alias, credit, track },
  ...{ artist_details: artistDetails, album_details: albumDetails },
  ...{ artist_identifier: artistIdentifier, album_identifier: albumIdentifier },
  ...{ artist_source: sourceFormTexts(artistSource), album_source: sourceFormTexts(albumSource) },
} satisfies { [K in Kind]: Pairs<KindTexts[K]> };

type KindTexts = Record<Kind, { labels: Record<string, Label> }> & Record<Exclude<Kind, 'artist'>, OwnTexts> & Record<RowKind, RowTexts>;

export const kindTexts = inLanguages(kinds) as Record<Language, KindTexts>;
