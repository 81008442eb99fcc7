import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, openConnection } from '../../src/store/sqlite/database.ts';
import { removeScratch, scratchFolder } from '../catalogue/stores.ts';

/**
 * Ways for the log to keep versions, held against each other on SQLite alone: what a write costs, what reading a version
 * costs, and what it takes on the disk. `bun bench/limits/revisions.ts [ROUNDS]`; docs/decisions tells which was chosen.
 */
type Artist = { name: string; description: string; image: string; band: string };
type Way = {
  tables: string;
  /** @param before the version before and its number; none for a creation */
  write(on: Connection, id: number, version: number, artist: Artist, before?: Artist): void;
  read(on: Connection, id: number, version: number): Artist;
};

const log = (columns: string) =>
  `create table log (seq integer primary key, at integer not null, id integer not null, version integer not null, ${columns}, unique (id, version)) strict`;
const names = ['name', 'description', 'image', 'band'] as const;
const parse = (row: unknown) => JSON.parse(String(row)) as Partial<Artist>;
const one = (on: Connection, sql: string, ...values: (string | number)[]) =>
  on.get(sql, ...values) as Record<string, string | bigint | null>;
const changed = (artist: Artist, before: Artist) =>
  Object.fromEntries(names.filter((name) => artist[name] !== before[name]).map((name) => [name, artist[name]]));
const period = 32;

const whole: Way = {
  tables: log('document text not null'),
  write: (on, id, version, artist) =>
    on.run('insert into log (at, id, version, document) values ($1, $2, $3, $4)', 1, id, version, JSON.stringify(artist)),
  read: (on, id, version) => parse(one(on, 'select document from log where id = $1 and version = $2', id, version).document) as Artist,
};

/** What changed, and the whole in every 32nd version. */
const deltas: Way = {
  tables: log('document text not null'),
  write(on, id, version, artist, before) {
    const kept = before && version % period !== 1 ? changed(artist, before) : artist;
    on.run('insert into log (at, id, version, document) values ($1, $2, $3, $4)', 1, id, version, JSON.stringify(kept));
  },
  read(on, id, version) {
    const from = version - ((version - 1) % period);
    const rows = on.all('select document from log where id = $1 and version between $2 and $3 order by version', id, from, version);
    return Object.assign({}, ...rows.map(({ document }) => parse(document))) as Artist;
  },
};

/** Long texts in a table of their own, once each, by their SHA-256. */
const long = 500;
const texts: Way = {
  tables: `${log('document text not null, hashes text')}; create table body (hash text primary key, text text not null) strict, without rowid`,
  write(on, id, version, artist) {
    const short: Partial<Artist> = {};
    const hashes: Record<string, string> = {};
    for (const name of names) {
      if (artist[name].length <= long) short[name] = artist[name];
      else {
        hashes[name] = new Bun.CryptoHasher('sha256').update(artist[name]).digest('base64');
        on.run('insert into body (hash, text) values ($1, $2) on conflict do nothing', hashes[name] as string, artist[name]);
      }
    }
    on.run(
      'insert into log (at, id, version, document, hashes) values ($1, $2, $3, $4, $5)',
      1,
      id,
      version,
      JSON.stringify(short),
      JSON.stringify(hashes),
    );
  },
  read(on, id, version) {
    const row = one(on, 'select document, hashes from log where id = $1 and version = $2', id, version);
    const found = parse(row.document);
    for (const [name, hash] of Object.entries(parse(row.hashes)))
      found[name as 'name'] = one(on, 'select text from body where hash = $1', hash).text as string;
    return found as Artist;
  },
};

/** A long text that an update leaves alone is kept as the version that has it. */
const earlier = (long: number): Way => ({
  tables: log('document text not null, unchanged text'),
  write(on, id, version, artist, before) {
    const kept: Partial<Artist> = { ...artist };
    const unchanged: Record<string, number> = {};
    const same = before ? names.filter((name) => artist[name].length > long && artist[name] === before[name]) : [];
    if (same.length > 0) {
      const last = one(on, 'select unchanged from log where id = $1 and version = $2', id, version - 1);
      const older = last.unchanged ? (JSON.parse(last.unchanged as string) as Record<string, number>) : {};
      for (const name of same) {
        delete kept[name];
        unchanged[name] = older[name] ?? version - 1;
      }
    }
    const list = same.length > 0 ? JSON.stringify(unchanged) : null;
    on.run(
      'insert into log (at, id, version, document, unchanged) values ($1, $2, $3, $4, $5)',
      1,
      id,
      version,
      JSON.stringify(kept),
      list,
    );
  },
  read(on, id, version) {
    const row = one(on, 'select document, unchanged from log where id = $1 and version = $2', id, version);
    const found = parse(row.document);
    if (row.unchanged)
      for (const [name, at] of Object.entries(JSON.parse(row.unchanged as string) as Record<string, number>))
        found[name as 'name'] = parse(one(on, 'select document from log where id = $1 and version = $2', id, at).document)[
          name as 'name'
        ] as string;
    return found as Artist;
  },
});

const ways = { whole, deltas, texts, 'earlier, 100': earlier(100), 'earlier, 500': earlier(500) };
const group = 64;

/** What `work` takes of a core each time, in µs, with a commit for every 64: other work on the machine does not count. */
function timed(on: Connection, count: number, work: (n: number) => void): number {
  const start = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    if (n % group === 0) on.run('begin immediate');
    work(n);
    if (n % group === group - 1 || n === count - 1) on.run('commit');
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

function measure(way: Way): Record<string, number> {
  const file = join(scratchFolder(), 'log.db');
  const on = openConnection(file, 'write');
  for (const table of way.tables.split('; ')) on.database.run(table);
  const size = () => {
    on.database.run('pragma wal_checkpoint(truncate)');
    return statSync(file).size / 1e6;
  };
  const artists = 20_000;
  const short = (id: number, n: number): Artist => ({
    name: `Almendra ${id} ${n}`,
    description: `${id} `.repeat(80).slice(0, 400),
    image: '',
    band: 'Almendra',
  });
  const heavy = (n: number): Artist => ({ name: `Almendra ${n}`, description: '🎸'.repeat(20_000), image: '', band: 'Almendra' });
  const of: Record<string, number> = {};
  of['create, µs'] = timed(on, artists, (n) => way.write(on, n + 1, 1, short(n + 1, 1)));
  of['20,000 creations, MB'] = size();
  of['rename, µs'] = timed(on, artists, (n) => way.write(on, n + 1, 2, short(n + 1, 2), short(n + 1, 1)));
  of['20,000 renames, MB'] = size() - (of['20,000 creations, MB'] as number);
  way.write(on, 50_000, 1, heavy(1));
  let before = size();
  of['rename next to 80 KB, µs'] = timed(on, 400, (n) => way.write(on, 50_000, n + 2, heavy(n + 2), heavy(n + 1)));
  of['400 of them, MB'] = size() - before;
  before = size();
  for (const [id, versions] of [
    [60_000, 10],
    [60_001, 10_000],
  ] as const)
    timed(on, versions, (n) => way.write(on, id, n + 1, short(id, n + 1), n ? short(id, n) : undefined));
  const reading = (id: number, versions: number) => timed(on, 5_000, () => way.read(on, id, 1 + Math.floor(Math.random() * versions)));
  const page = (id: number, newest: number) =>
    timed(on, 1_000, () => {
      for (let v = newest; v > newest - 10; v--) way.read(on, id, v);
    });
  of['read a version of 10, µs'] = reading(60_000, 10);
  of['read a version of 10,000, µs'] = reading(60_001, 10_000);
  of['read one next to 80 KB, µs'] = timed(on, 500, () => way.read(on, 50_000, 1 + Math.floor(Math.random() * 400)));
  of['ten newest of 10, µs'] = page(60_000, 10);
  of['ten newest of 10,000, µs'] = page(60_001, 10_000);
  on.database.close();
  return of;
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 5);
  const found = Object.entries(ways).map(([name, way]) => ({ name, way, all: [] as Record<string, number>[] }));
  for (let round = 0; round < rounds; round++) for (const { way, all } of found) all.push(measure(way));
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
  console.table(
    Object.fromEntries(
      Object.keys(found[0]?.all[0] ?? {}).map((what) => [
        what,
        Object.fromEntries(found.map(({ name, all }) => [name, Number(median(all.map((one) => one[what] as number)).toPrecision(3))])),
      ]),
    ),
  );
  removeScratch();
}
