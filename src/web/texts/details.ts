import type { AlbumKind, ArtistType, Genre } from '../../model/details.ts';
import { inLanguages, type Pairs } from './inLanguages.ts';

const types: Pairs<Record<ArtistType, string>> = {
  person: ['persona', 'person'],
  group: ['grupo', 'group'],
};

const kinds: Pairs<Record<AlbumKind, string>> = {
  album: ['disco', 'album'],
  ep: ['EP', 'EP'],
  live: ['en vivo', 'live'],
  compilation: ['recopilación', 'compilation'],
  single: ['simple', 'single'],
  soundtrack: ['banda sonora', 'soundtrack'],
};

const genres: Pairs<Record<Genre, string>> = {
  rock: ['rock', 'rock'],
  'pop-rock': ['pop rock', 'pop rock'],
  pop: ['pop', 'pop'],
  'singer-songwriter': ['canción de autor', 'singer-songwriter'],
  'folk-rock': ['folk rock y rock acústico', 'folk and acoustic rock'],
  folklore: ['folclore', 'Argentine folk music'],
  blues: ['blues', 'blues'],
  'hard-rock': ['rock duro', 'hard rock'],
  'heavy-metal': ['heavy metal', 'heavy metal'],
  'thrash-metal': ['thrash metal', 'thrash metal'],
  stoner: ['stoner', 'stoner rock'],
  'progressive-rock': ['rock progresivo y sinfónico', 'progressive rock'],
  'jazz-rock': ['jazz rock y fusión', 'jazz rock and fusion'],
  psychedelia: ['psicodelia', 'psychedelia'],
  beat: ['música beat', 'beat music'],
  'rock-and-roll': ['rock and roll', 'rock and roll'],
  'neighbourhood-rock': ['rock barrial', 'neighbourhood rock'],
  punk: ['punk', 'punk'],
  hardcore: ['hardcore', 'hardcore'],
  'post-punk': ['post-punk', 'post-punk'],
  'new-wave': ['new wave', 'new wave'],
  electropop: ['pop electrónico', 'electronic pop'],
  'alternative-rock': ['rock alternativo', 'alternative rock'],
  indie: ['indie', 'indie'],
  ska: ['ska', 'ska'],
  reggae: ['reggae', 'reggae'],
  'latin-fusion': ['fusión latina', 'Latin fusion'],
  'funk-soul': ['funk y soul', 'funk and soul'],
  'hip-hop': ['rap y música urbana', 'rap and urban music'],
  tango: ['tango', 'tango'],
};

export const detailsTexts = inLanguages({ types, kinds, genres });
