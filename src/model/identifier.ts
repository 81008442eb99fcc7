import type { z } from 'zod';
import { albumSchemes, artistSchemes, type IdentifierKind, readIdentifier, schemeNames } from './identifierScheme.ts';
import { choice, name } from './members.ts';
import { defineRecord, maxFacts } from './record.ts';

function identifierOf<K extends IdentifierKind, S extends string>(kind: K, schemes: Record<S, { example: string }>, example: NoInfer<S>) {
  const read = ({ scheme, value }: { scheme: S; value: string }) => readIdentifier(kind, scheme, value);
  return defineRecord({
    kind,
    titled: 'value',
    max: maxFacts,
    claims: ['scheme', 'value'],
    members: {
      scheme: choice(() => schemeNames(kind) as S[], { description: 'The catalogue that gave it', example }),
      value: name({ example: schemes[example].example }),
    },
    normal(record) {
      const value = read(record);
      return typeof value === 'string' ? { ...record, value } : record;
    },
    faults(record) {
      const fault = read(record);
      return typeof fault === 'string' ? [] : [fault];
    },
    patch: { value: schemes[example].example } as never,
  });
}

export const artistIdentifier = identifierOf('artist_identifier', artistSchemes, 'discogs');

export type ArtistIdentifier = z.infer<typeof artistIdentifier.shown>;

export const albumIdentifier = identifierOf('album_identifier', albumSchemes, 'discogs-master');

export type AlbumIdentifier = z.infer<typeof albumIdentifier.shown>;
