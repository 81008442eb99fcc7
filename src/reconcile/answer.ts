import type { z } from 'zod';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import {
  type Described,
  everyProperty,
  type Match,
  type PropertyValue,
  propertiesOf,
  readRecordId,
  showRecordId,
} from '../model/reconcile.ts';
import { type EntryKind, entryKinds } from '../model/record.ts';
import { idOf } from '../model/search/relevance.ts';
import { searchText } from '../model/search/searchText.ts';
import { reads } from '../operations/reads.ts';
import type { Read } from '../store/store.ts';
import { version } from '../version.ts';
import { batch, extension, maxQueries, queries } from './request.ts';

/** `url`: the public URL of the catalogue. */
export type ReconciliationService = {
  url: string;
  read<I, O>(operation: Read<I, O>, input: I): Promise<O>;
  /** @throws Problem `malformed-json`, `invalid-input` with all faults */
  parse<S extends z.ZodType>(schema: S, json: string): z.infer<S>;
  /** Counts further queries towards the limits of the client. @throws Problem `too-many-requests` */
  admitParts(parts: number): void;
};

export const path = '/reconcile';
const previewSize = { width: 400, height: 240 };
const typeNames: Record<EntryKind, string> = { artist: 'Artist', album: 'Album' };
const typeOf = (kind: EntryKind) => ({ id: kind, name: typeNames[kind] });
const types = entryKinds.map(typeOf);

/**
 * Answers the fields of a request to the endpoint of the Reconciliation Service API 0.2
 * (https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/). Returns the data for a JSON answer.
 */
export async function answerReconciliation(fields: URLSearchParams, service: ReconciliationService): Promise<object> {
  refuseCallback(fields);
  const [asked, extended] = [fields.get('queries'), fields.get('extend')];
  if (asked !== null) return matchAll(asked, service);
  if (extended !== null) return extend(extended, service);
  if ([...fields].length === 0) return manifest(service);
  throw invalidInput(fieldError('', 'technical', 'must have the field queries or extend'));
}

/** An answer to JSONP would be a script with the rights of the page that asks. */
function refuseCallback(fields: URLSearchParams): void {
  if (fields.has('callback'))
    throw invalidInput(
      fieldError('/callback', 'technical', 'must be absent: there is no JSONP here, since any origin may read the answers'),
    );
}

function manifest({ url }: ReconciliationService): object {
  const serviceAt = (service_path: string) => ({ service_url: url, service_path: path + service_path });
  return {
    versions: ['0.2'],
    name: `Rockola, ${new URL(url).host}`,
    identifierSpace: `${url}${path}/`,
    schemaSpace: 'https://schema.org/',
    defaultTypes: types,
    serviceVersion: version,
    logo: `${url}/assets/icon-512.png`,
    view: { url: `${url}${path}/{{id}}` },
    preview: { url: `${url}${path}/preview/{{id}}`, ...previewSize },
    suggest: { entity: serviceAt('/suggest/entity'), property: serviceAt('/suggest/property'), type: serviceAt('/suggest/type') },
    extend: { propose_properties: serviceAt('/properties'), property_settings: [] },
    batchSize: maxQueries,
  };
}

async function matchAll(json: string, { read, parse, admitParts }: ReconciliationService): Promise<object> {
  const count = Object.keys(parse(batch, json)).length;
  if (count > maxQueries)
    throw new Problem('content-too-large', `A batch may have at most ${maxQueries} queries, but has ${count}. Send it in parts.`);
  const asked = Object.entries(parse(queries, json));
  admitParts(Math.max(0, asked.length - 1));
  const results: [string, object][] = [];
  for (const [key, { text, type, properties, limit }] of asked) {
    const found = await read(reads.reconcile, { text, record: readRecordId(text), kinds: type, properties, limit });
    results.push([key, { result: found.map(showMatch) }]);
  }
  return Object.fromEntries(results);
}

function showMatch({ kind, names, note, id, score, features, match }: Match): object {
  return {
    ...{ id: showRecordId({ kind, id }), name: names[0], description: note, type: [typeOf(kind)], score, match },
    features: Object.entries(features).map(([id, value]) => ({ id, value })),
  };
}

async function extend(json: string, { read, parse }: ReconciliationService): Promise<object> {
  const { ids, properties } = parse(extension, json);
  const found = await read(reads.readDescribed, { records: ids.map(({ id }) => id) });
  const known = new Map(found.map((record) => [showRecordId(record), record]));
  const names = properties.map(({ id }) => id);
  const rowOf = (record?: Described) => Object.fromEntries(names.map((name) => [name, (record?.values[name] ?? []).map(showValue)]));
  return {
    meta: names.map((name) => ({ ...showProperty(name), ...(name === 'artist' && { type: typeOf('artist') }) })),
    rows: Object.fromEntries(ids.map(({ text, id }) => [text, rowOf(known.get(showRecordId(id)))])),
  };
}

function showValue(value: PropertyValue): object {
  if (typeof value === 'object') return { id: showRecordId({ kind: 'artist', id: value.id }), name: value.name };
  return typeof value === 'bigint' ? { int: value } : { str: value };
}

const showProperty = (id: string) => ({ id, name: id.replaceAll('-', ' ') });

const maxSuggested = 20;
const perPage = 10;

/** Entities, properties or types whose names contain the prefix. Ignores other fields, since clients send those of earlier API versions. */
export async function suggest(
  sought: 'entity' | 'property' | 'type',
  fields: URLSearchParams,
  service: ReconciliationService,
): Promise<object> {
  refuseCallback(fields);
  const prefix = fields.get('prefix')?.trim() ?? '';
  const isMatching = ({ id, name }: { id: string; name: string }) =>
    [id, name].some((text) => text.toLowerCase().includes(prefix.toLowerCase()));
  if (sought === 'type') return { result: types.filter(isMatching) };
  if (sought === 'property') return { result: everyProperty().map(showProperty).filter(isMatching) };
  const from = Math.min(maxSuggested, Number(/^\d{1,6}$/.exec(fields.get('cursor') ?? '')?.[0] ?? 0));
  const found = await findEntities(prefix, service.read);
  const kind = entryKinds.find((name) => name === fields.get('type'));
  return {
    result: found
      .filter((record) => !kind || record.kind === kind)
      .slice(from, from + perPage)
      .map(showSuggestion),
  };
}

async function findEntities(prefix: string, read: ReconciliationService['read']): Promise<Described[]> {
  const record = readRecordId(prefix);
  if (record) return read(reads.readDescribed, { records: [record] });
  // No name contains a text that a search refuses.
  if (!searchText.safeParse(prefix).success) return [];
  const found = await read(reads.suggestArtists, { q: prefix, limit: BigInt(maxSuggested), with: 'albums' });
  return read(reads.readDescribed, { records: found.map(({ candidate }) => ({ kind: candidate.kind, id: idOf(candidate) })) });
}

function showSuggestion({ kind, id, names, note }: Described): object {
  return { id: showRecordId({ kind, id }), name: names[0], description: note, notable: [typeOf(kind)] };
}

/** Properties that a client may ask for, of one type or of all. @throws Problem `invalid-input` */
export function proposeProperties(fields: URLSearchParams): object {
  refuseCallback(fields);
  const type = fields.get('type') ?? '';
  const kind = entryKinds.find((name) => name === type);
  if (type !== '' && !kind) throw invalidInput(fieldError('/type', 'technical', `must be one of ${entryKinds.join(', ')}`));
  const limit = Number(/^\d{1,6}$/.exec(fields.get('limit') ?? '')?.[0] ?? everyProperty().length);
  const properties = (kind ? propertiesOf(kind) : everyProperty()).slice(0, limit).map(showProperty);
  return { type, limit, properties };
}
