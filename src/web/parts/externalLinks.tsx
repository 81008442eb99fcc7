/** @jsxImportSource #jsx */

import { identifierLink } from '../../model/identifierScheme.ts';
import { schemeNamesOf } from '../texts/schemes.ts';
import type { Visit } from '../visit.ts';
import { type ShownSource, SourceMark } from './source.tsx';

type Props = {
  visit: Visit;
  kind: 'artist' | 'album';
  identifiers: { id: bigint; scheme: string; value: string }[];
  sources: ShownSource[];
};

/** Links to the pages of other catalogues about an artist or an album, beside the links to listen. */
export function ExternalLinks({ visit, kind, identifiers, sources }: Props) {
  const links = identifiers
    .map((identifier) => ({ ...identifier, link: identifierLink(`${kind}_identifier`, identifier) }))
    .filter(({ scheme, link }) => link && scheme !== 'spotify');
  const names = schemeNamesOf[kind]();
  if (links.length === 0) return null;
  return (
    <p class="facts">
      {links.map(({ id, scheme, link }) => (
        <span>
          <a href={link} rel="external">
            {names[scheme]}
          </a>
          <SourceMark visit={visit} sources={sources} about={`${kind}_identifier`} record={id} />
        </span>
      ))}
    </p>
  );
}
