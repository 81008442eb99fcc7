import { z } from 'zod';
import { type Fault, faultIn } from './fault.ts';
import { address, choice, choiceOrNull, date, recordId, text } from './members.ts';
import { defineRecord, isEntryKind, isSingle, type Kind, type Member, maxFacts, type RecordType, wordsOf } from './record.ts';

/** Of two sources with values, the preferred one comes first. */
export const sourceRanks = ['preferred', 'disputed'] as const;

type Types = Record<string, { members: object }>;
/** The members that a source may support, as JSON Pointers: `/year`. */
type PointerIn<T extends Types> = { [K in keyof T]: `/${keyof T[K]['members'] & string}` }[keyof T];

/** The most characters of `value`: enough for any member but a long description. */
const maxValue = 500;

/** Describes the sources under an artist or an album. @param types the records that they may be about, by kind */
export function sourceOf<K extends 'artist_source' | 'album_source', T extends Types>(
  kind: K,
  types: T,
  example: { about: NoInfer<keyof T & string>; supports: NoInfer<PointerIn<T>>; value: string },
) {
  const known = types as unknown as Record<string, RecordType<Record<string, unknown>, Kind>>;
  const about = Object.keys(types) as [keyof T & string, ...(keyof T & string)[]];
  const pointers = new Set(Object.values(known).flatMap(({ names }) => names.map((name) => `/${name}`)));
  const memberOf = (record: { about: string; supports: string | null }) =>
    record.supports === null ? undefined : known[record.about]?.members[record.supports.slice(1)];
  return defineRecord({
    kind,
    titled: 'url',
    titledElse: 'text',
    max: maxFacts,
    unique: ['about', 'record', 'supports', 'value', 'url', 'text'],
    about: ({ about, record }) => ({ kind: known[about]?.kind as Kind, id: record }),
    members: {
      about: choice(about, { description: 'The kind of the record that it is about', example: example.about }),
      record: recordId({ description: 'The id of that record, or null for the parent itself and its details', example: null }),
      supports: choiceOrNull([...pointers] as [PointerIn<T>, ...PointerIn<T>[]], {
        description: 'The member that it is a source of, as a JSON Pointer, or null for the whole record',
        example: example.supports,
      }),
      value: text(maxValue, { description: 'Its value of that member, where that differs; or ""', example: example.value }),
      rank: choiceOrNull(sourceRanks, { description: 'Which of several sources counts: see the documentation', example: 'disputed' }),
      url: address({ description: 'Its address, or ""', example: 'https://example.org/discografia' }),
      text: text(500, { description: 'What it is, where it has no address: a book, a sleeve; or ""', example: '' }),
      accessed: date({ description: 'When somebody saw it there, as EDTF, or null', example: '2026-11' }),
      quote: text(300, { description: 'A quotation, or ""', example: '' }),
    },
    normal(record) {
      const read = readValue(memberOf(record), record.value);
      return typeof read === 'string' ? { ...record, value: read } : record;
    },
    faults(record) {
      const { about, supports, value, rank, url, text } = record;
      const member = memberOf(record);
      const read = readValue(member, value);
      const faults: [keyof typeof record, Fault][] = [
        ...fault(
          'record',
          needsNoId(about) !== (record.record === null),
          needsNoId(about) ? ['emptyWith', `about ${about}`] : ['required'],
        ),
        ...fault('supports', supports !== null && !member, ['noMember', wordsOf(about as Kind)]),
        ...fault('value', value !== '' && supports === null, ['emptyWith', 'supports null']),
        ...fault('value', rank === 'disputed' && value === '', ['required']),
        ...fault('url', url === '' && text === '', ['urlOrText']),
      ];
      return value !== '' && member && typeof read !== 'string' ? [...faults, ['value', read]] : faults;
    },
    patch: { accessed: '2026-11-24' } as never,
  });
}

const needsNoId = (about: string) => isEntryKind(about as Kind) || isSingle(about as Kind);

function fault<N extends string>(name: N, isWrong: boolean, fault: Fault): [N, Fault][] {
  return isWrong ? [[name, fault]] : [];
}

/** Reads a text as a value of a member. @returns the normal form, or the fault */
function readValue(member: Member<unknown> | undefined, text: string): string | Fault {
  if (!member || text === '') return text;
  const { success, data, error } = member.given.safeParse(valueIn(member, text));
  if (success) return Array.isArray(data) ? data.join(', ') : String(data);
  return faultIn(error.issues[0]?.message ?? '');
}

function valueIn({ column, empty, write }: Member<unknown>, text: string): unknown {
  if (Array.isArray(empty)) return text.split(',').map((word) => word.trim());
  if (column === 'text') return text.trim();
  if (write) return { true: true, false: false }[text.trim()] ?? text;
  return /^\s*\d{1,18}\s*$/.test(text) ? BigInt(text) : text;
}

const sources = z.int().meta({ minimum: 0, description: 'How many sources it has', example: 2 });

export function listedFact(shown: z.ZodType, name: string): z.ZodType {
  return (shown as z.ZodObject).extend({ sources }).meta({ id: `Listed${name}` });
}
