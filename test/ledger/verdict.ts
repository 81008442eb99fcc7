import { parseJson } from '../../src/model/json.ts';
import type { Attempt, Ledger } from './ledger.ts';

/** What the ledgers and the database disagree about; all empty where the service kept its word. */
export type Verdict = {
  /** Acked, but the change log lacks it, or the artist is older or another. */
  lost: string[];
  /** A write that was carried out twice, or a name that two artists have. */
  twice: string[];
  /** There, though it was refused, or said to have changed nothing, or sent by nobody. */
  stray: string[];
  /** Refused without a reason, or not refused in spite of one. */
  odd: string[];
  /** Of unknown outcome, and found. */
  kept: Set<Attempt>;
};

/** Asks the store itself, beside the program: its rows, integers in any form. */
export type Query = (sql: string) => Promise<Record<string, unknown>[]>;

type Written = { id: string; version: string; name: string; description: string };

/** Holds what writers were told against what the store has. */
export async function judge(ledger: Ledger, query: Query): Promise<Verdict> {
  const { log, artists } = await readStore(query);
  const made = Map.groupBy(log, ({ description }) => description);
  const sent = new Map(ledger.map((attempt) => [attempt.description, attempt]));
  const found = (attempt: Attempt) => made.has(attempt.description);
  return {
    lost: ledger.filter((attempt) => attempt.outcome === 'acked' && !isKept(attempt, made, artists)).map(describe),
    twice: [
      ...[...made].filter(([, rows]) => rows.length > 1).map(([description]) => `${description}: carried out twice`),
      ...repeated([...artists.values()].map(({ name }) => name)),
    ],
    stray: [
      ...ledger.filter((attempt) => ['refused', 'away'].includes(attempt.outcome) && found(attempt)).map(describe),
      ...[...made.keys()].filter((description) => !sent.has(description)),
    ],
    odd: ledger.filter(({ outcome, doomed }) => outcome === (doomed ? 'acked' : 'refused')).map(describe),
    kept: new Set(ledger.filter((attempt) => attempt.outcome === 'unknown' && found(attempt))),
  };
}

async function readStore(query: Query): Promise<{ log: Written[]; artists: Map<string, Written> }> {
  const log = await query(`select id, version, document from change where kind = 'artist'`);
  const artists = (await query('select id, version, name, description from artist')).map(asWritten);
  return {
    log: log.map((row) => asWritten({ ...(parseJson(String(row.document)).value as object), ...row })),
    artists: new Map(artists.map((row) => [row.id, row])),
  };
}

function asWritten({ id, version, name, description }: Record<string, unknown>): Written {
  return { id: String(id), version: String(version), name: String(name), description: String(description) };
}

/** The log has exactly this write, and the artist is that version of it or a later one. */
function isKept(attempt: Attempt, made: Map<string, Written[]>, artists: Map<string, Written>): boolean {
  const { id, version, name, description } = attempt;
  const row = made.get(description)?.[0];
  const artist = artists.get(id);
  if (row?.id !== id || row.version !== version || row.name !== name || artist?.name !== name) return false;
  return artist.version === version ? artist.description === description : BigInt(artist.version) > BigInt(version);
}

function repeated(names: string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].filter(([, all]) => all.length > 1).map(([name]) => `${name}: twice`);
}

function describe({ description, outcome, status, id, version }: Attempt): string {
  return `${description}: ${outcome}${status ? ` with ${status}` : ''}${id ? `, artist ${id} version ${version}` : ''}`;
}
