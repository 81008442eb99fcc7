import { parseJson } from '../../../src/model/json.ts';
import type { Attempt, Ledger } from './ledger.ts';

/** The differences between the ledgers and the database; all empty if the service kept its promises. */
export type Verdict = {
  /** Acked, but missing in the revision log; or the artist is older or different, or exists again after its deletion. */
  lost: string[];
  /** A write that was carried out twice, or a name that two artists have. */
  twice: string[];
  /** In the store, though it was refused, reported as unchanged, or never sent. */
  stray: string[];
  /** Refused without a reason, or not refused despite one. */
  odd: string[];
  /** Attempts of unknown outcome that are in the store. */
  kept: Set<Attempt>;
};

export const carriedOutTwice = 'carried out twice';

/** Queries the store itself, next to the program: its rows, integers in any form. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

type Written = { id: string; version: string; name: string; description: string; action?: unknown };
type Found = { made: Map<string, Written[]>; artists: Map<string, Written> };

/**
 * Compares the answers of writers with the store.
 *
 * @param after considers only artists with greater ids, for a ledger whose writers began when this was the greatest
 */
export async function judge(ledger: Ledger, query: Query, after = '0'): Promise<Verdict> {
  const found = await readStore(query, after);
  const { made, artists } = found;
  const possible = new Set(ledger.filter(({ outcome }) => outcome === 'acked' || outcome === 'unknown').map(keyOf));
  const attempts = new Map(ledger.map((attempt) => [keyOf(attempt), attempt]));
  return {
    lost: ledger.filter((attempt) => attempt.outcome === 'acked' && !isKept(attempt, found)).map(describe),
    twice: [
      ...[...made].filter(([, rows]) => rows.length > 1).map(([key]) => `${key}: ${carriedOutTwice}`),
      ...repeated([...artists.values()].map(({ name }) => name)),
    ],
    stray: [...made.keys()].filter((key) => !possible.has(key)).map((key) => describeKey(key, attempts.get(key))),
    odd: ledger.filter(({ outcome, mustBeRefused }) => outcome === (mustBeRefused ? 'acked' : 'refused')).map(describe),
    kept: new Set(ledger.filter((attempt) => attempt.outcome === 'unknown' && made.has(keyOf(attempt)))),
  };
}

/** The greatest id of an artist so far, to judge only later artists. */
export async function newestArtist(query: Query): Promise<string> {
  const [row] = await query(`select coalesce(max(id), 0) as newest from revision where kind = 'artist'`);
  return String(row?.newest);
}

/** All faults of a verdict, a sentence each. */
export function disagreements({ lost, twice, stray, odd }: Verdict): string[] {
  const named = { lost, twice, 'stored against its answer': stray, 'refused wrongly': odd };
  return Object.entries(named).flatMap(([kind, all]) => all.map((fault) => `${kind}: ${fault}`));
}

async function readStore(query: Query, after: string): Promise<Found> {
  const log = await query(`select id, version, action, members from revision where kind = 'artist' and id > ${after}`);
  const artists = (await query(`select id, version, name, description from artist where id > ${after}`)).map(asWritten);
  const rows = log.map((row) => asWritten({ ...(parseJson(String(row.members ?? '{}')).value as object), ...row }));
  return { made: Map.groupBy(rows, keyOf), artists: new Map(artists.map((row) => [row.id, row])) };
}

function asWritten({ id, version, name, description, action }: Record<string, unknown>): Written {
  return { id: String(id), version: String(version), name: String(name), description: String(description), action };
}

/** The revision of a deletion has no description, so the id of the artist identifies it. */
function keyOf({ action, id, description }: Attempt | Written): string {
  return action === 'delete' ? `deletion of artist ${id}` : description;
}

/** Whether the log has exactly this write, and the artist is at this version or a later one, or was deleted since. */
function isKept(attempt: Attempt, { made, artists }: Found): boolean {
  const { action, id, version, name, description } = attempt;
  const row = made.get(keyOf(attempt))?.[0];
  const artist = artists.get(id);
  if (row?.id !== id) return false;
  if (action === 'delete') return artist === undefined;
  if (row.name !== name || row.version !== version) return false;
  if (artist === undefined) return made.has(keyOf({ ...row, action: 'delete' }));
  if (artist.name !== name) return false;
  return artist.version === version ? artist.description === description : BigInt(artist.version) > BigInt(version);
}

function repeated(names: string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].filter(([, all]) => all.length > 1).map(([name]) => `${name}: twice`);
}

function describeKey(key: string, attempt: Attempt | undefined): string {
  return attempt ? describe(attempt) : key;
}

function describe({ action, description, outcome, status, id, version }: Attempt): string {
  return `${description}: ${action} ${outcome}${status ? ` with ${status}` : ''}${id ? `, artist ${id} version ${version}` : ''}`;
}
