import type { z } from 'zod';
import { isReversed } from './edtf.ts';
import { id } from './int64.ts';
import { choices, date, name, reference, text, yesOrNo } from './members.ts';
import { defineRecord, maxFacts } from './record.ts';

export const memberRoles = [
  'vocals',
  'lead vocals',
  'guitar',
  'bass',
  'drums',
  'keyboards',
  'percussion',
  'saxophone',
  'trumpet',
  'violin',
  'harmonica',
  'accordion',
  'programming',
  'turntables',
  'other',
] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A person's membership in a group, for one period. The record belongs to the group. */
export const membership = defineRecord({
  kind: 'membership',
  titled: 'credited',
  max: maxFacts,
  unique: ['person', 'credited', 'from'],
  faults: ({ person, from, to }, artistId) => [
    ...(person === artistId ? [['person', ['itself']] as ['person', ['itself']]] : []),
    ...(isReversed(from, to) ? [['from', ['reversed']] as ['from', ['reversed']]] : []),
  ],
  members: {
    person: reference('artist', { description: 'The artist who was a member, or null where the catalogue has none', example: 1002 }),
    credited: name({ example: 'Charly García' }),
    roles: choices(memberRoles, { description: 'What they played', example: ['keyboards', 'vocals'] }),
    from: date({ description: 'When it began, as EDTF: 1978, 1978-05, 1978~; null where it is not known', example: '1978' }),
    to: date({ description: 'When it ended, likewise', example: '1982' }),
    ended: yesOrNo({ description: 'Whether it ended; null where it is not known', example: true }),
    note: text(500, { description: 'A note, or ""', example: '' }),
  },
  patch: { to: '1982~' },
});

const group = id.meta({ description: 'The artist that it is a membership of', example: 1003 });

/** A membership in the list of its person. */
export const membershipOf = (membership.shown as unknown as z.ZodObject).extend({ group }).meta({ id: 'MembershipOf' });

export type Membership = z.infer<typeof membership.shown>;
