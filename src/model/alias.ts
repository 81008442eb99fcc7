import type { z } from 'zod';
import { choice, languageTag, name } from './members.ts';
import { defineRecord, maxFacts } from './record.ts';

export const aliasKinds = ['legal name', 'nickname', 'former name', 'short form', 'search hint'] as const;

export const alias = defineRecord({
  kind: 'alias',
  max: maxFacts,
  unique: ['name', 'kind'],
  members: {
    name: name({ example: 'El Flaco' }),
    kind: choice(aliasKinds, { description: 'What sort of name it is', example: 'nickname' }),
    language: languageTag({ description: 'Language tag of the name (BCP 47), or ""', example: 'es' }),
  },
  patch: { kind: 'short form' },
});

export type Alias = z.infer<typeof alias.shown>;
