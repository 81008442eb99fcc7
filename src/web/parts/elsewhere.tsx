/** @jsxImportSource #jsx */

import { identifierLink } from '../../model/identifierScheme.ts';
import { identifierSchemes } from '../texts/schemes.ts';

type Props = { kind: 'artist' | 'album'; identifiers: { scheme: string; value: string }[] };

/** Links to what other catalogues have of an artist or an album, beside where one listens to it. */
export function Elsewhere({ kind, identifiers }: Props) {
  const links = identifiers
    .map((one) => ({ ...one, link: identifierLink(`${kind}_identifier`, one) }))
    .filter(({ scheme, link }) => link && scheme !== 'spotify');
  const names: Record<string, string> = identifierSchemes[kind];
  if (links.length === 0) return null;
  return (
    <p class="facts">
      {links.map(({ scheme, link }) => (
        <a href={link} rel="external">
          {names[scheme]}
        </a>
      ))}
    </p>
  );
}
