import { z } from 'zod';
import { type Position, readPosition, showPosition } from '../model/change.ts';
import { parseInt64 } from '../model/int64.ts';
import { type EntryKind, entryKinds } from '../model/record.ts';
import { textAs } from '../model/text.ts';
import type { HarvestSet } from '../operations/harvest.ts';

const day = 86_400_000;

/** The start and length of a day or a second, in ms. 2026-02-30 is refused, not read as 2026-03-02. */
function readTime(text: string): { at: number; length: number } | undefined {
  if (!/^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(text)) return undefined;
  const at = Date.parse(text);
  const inCalendar = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.replace('Z', ''));
  return inCalendar ? { at, length: text.includes('T') ? 1_000 : day } : undefined;
}

function readSet(text: string): HarvestSet | undefined {
  if (text === 'artist' || text === 'album') return { kind: text };
  const decade = /^album:(\d{3}0)$/.exec(text)?.[1];
  return decade ? { kind: 'album', decade: Number(decade) } : undefined;
}

const time = textAs(readTime, 'must be a day such as 2026-01-31 or a second such as 2026-01-31T12:00:00Z').optional();
const set = textAs(readSet, 'must be artist, album, or a decade such as album:1970; ListSets has all').optional();
/** The syntax that the protocol's XML schema requires, since answers repeat the value. */
const metadataPrefix = z.string().regex(/^[\w\-.!~*'()]+$/, 'must be the name of a format, such as oai_dc');
const identifier = z.string().regex(/^[a-z][a-z\d+.-]*:(?:[\w/?@!$&'()*+,;=:.~-]|%[\da-f]{2})+$/i, 'must be a URI');

const selection = { set, from: time, until: time };
const spanFault = (words: string) => ({ path: ['until'], message: words });
const withSpan = <S extends z.ZodType<{ from?: z.infer<typeof time>; until?: z.infer<typeof time> }>>(schema: S) =>
  schema
    .refine(({ from, until }) => !from || !until || from.length === until.length, spanFault('must have the granularity of from'))
    .refine(({ from, until }) => !from || !until || from.at <= until.at, spanFault('must not be before from'));
const listing = withSpan(z.strictObject({ metadataPrefix, ...selection }));
const noArguments = z.strictObject({});

/** The verbs of OAI-PMH 2.0 §4, each with its arguments. */
const verbs = {
  Identify: noArguments,
  ListMetadataFormats: z.strictObject({ identifier: identifier.optional() }),
  ListSets: noArguments,
  ListIdentifiers: listing,
  ListRecords: listing,
  GetRecord: z.strictObject({ identifier, metadataPrefix }),
};
export type Verb = keyof typeof verbs;
export const verbNames = Object.keys(verbs) as Verb[];

const resumed = z.strictObject({ resumptionToken: z.string() });
/** A resumption token excludes all other arguments. */
const mayResume: Verb[] = ['ListSets', 'ListIdentifiers', 'ListRecords'];

export function argumentsOf(verb: Verb, fields: URLSearchParams): z.ZodType {
  return mayResume.includes(verb) && fields.has('resumptionToken') ? resumed : verbs[verb];
}

const selected = withSpan(z.object(selection));
export type Selection = z.infer<typeof selected>;

/** A cursor with the arguments of its list, so the service keeps no state. */
export function showToken(fields: Record<string, string>, after: Position): string {
  return [showPosition(after), fields.set, fields.from, fields.until].join('!');
}

/** `fields`: the arguments as they were sent. */
export function readToken(token: string): { after: Position; fields: Record<string, string>; selection: Selection } | undefined {
  const [cursor = '', ...texts] = token.split('!');
  const fields = Object.fromEntries(Object.keys(selection).flatMap((name, i) => (texts[i] ? [[name, texts[i]]] : [])));
  const [after, parsed] = [readPosition(cursor), selected.safeParse(fields).data];
  return after && parsed && texts.length === 3 ? { after, fields, selection: parsed } : undefined;
}

/** @param host of the repository */
export function readIdentifier(host: string, text: string): { kind: EntryKind; id: bigint } | undefined {
  const [, word, digits = ''] = /:([a-z]+)\/([1-9]\d*)$/.exec(text) ?? [];
  const kind = entryKinds.find((name) => name === word);
  const id = parseInt64(digits);
  return kind && id !== undefined && text === identifierOf(host, { kind, id }) ? { kind, id } : undefined;
}

export function identifierOf(host: string, { kind, id }: { kind: EntryKind; id: bigint }): string {
  return `oai:${host}:${kind}/${id}`;
}
