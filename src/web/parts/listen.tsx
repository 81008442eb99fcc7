/** @jsxImportSource #jsx */
import { type IdentifierKind, identifierLink } from '../../model/identifierScheme.ts';
import type { Visit } from '../visit.ts';
import { type ShownSource, SourceMark } from './source.tsx';

type Identifier = { id: bigint; scheme: string; value: string };
type Props = { visit: Visit; kind: IdentifierKind; words: string[]; identifiers: Identifier[]; sources: ShownSource[] };

/** Links to listen elsewhere: to the page that an identifier names, else to a search. */
export function Listen({ visit, kind, words, identifiers, sources }: Props) {
  const text = encodeURIComponent(words.join(' ').toWellFormed());
  const exact = identifiers.find(({ scheme }) => scheme === 'spotify');
  const places = {
    Spotify: (exact && identifierLink(kind, exact)) ?? `https://open.spotify.com/search/${text}`,
    YouTube: `https://www.youtube.com/results?search_query=${text}`,
    Bandcamp: `https://bandcamp.com/search?q=${text}&item_type=${kind === 'artist_identifier' ? 'b' : 'a'}`,
    'Apple Music': `https://music.apple.com/ar/search?term=${text}`,
  };
  return (
    <p class="facts listen">
      <span>{visit.texts.listen}:</span>
      {Object.entries(places).map(([name, href]) => (
        <>
          <a href={href} rel="external noopener noreferrer nofollow">
            {name}
          </a>
          {name === 'Spotify' && exact && <SourceMark visit={visit} sources={sources} about={kind} record={exact.id} />}
        </>
      ))}
    </p>
  );
}
