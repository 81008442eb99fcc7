import type { Hidden } from '../../src/model/hiding.ts';
import { isSame, type Kind } from '../../src/model/record.ts';
import type { Conditions } from '../../src/model/versioned.ts';

export type Paging = { limit: bigint; offset: bigint; after: bigint | undefined };
/** The outcome of a command on a record: the code of a problem, a record with its version, or a page. */
export type Shown =
  | string
  | { record: object; version: bigint; created?: boolean }
  | { records: object[]; total: bigint; after: string | undefined }
  | undefined;

/** The account, the tick and the number of a write. */
export type Moment = { by: bigint; epoch: number; write: number };

/** A version in the log; the record is undefined for a deletion. */
export type LoggedState = { record: object | undefined; action: string; reverts: bigint | null; by: bigint; hidden: Hidden | null };
export type Entry = LoggedState & Moment;

type Above = { artistId: bigint | null; albumId: bigint | null };
type Named = Above & { kind: string; id: bigint; name: string };
export type Step = Named & { action: string; targetName: string; newest: bigint; target: bigint };
export type Left = Named & { reason: string };

export type Refusal = 'invalid-input' | 'already-there';

type Current<F> = { fields: F; version: bigint; owner: bigint };

/** The ids and records of one kind, by the rules of the contract. */
export class Shelf<F extends object> {
  readonly records = new Map<bigint, Current<F>>();
  /** All versions of each record. */
  readonly histories = new Map<bigint, Entry[]>();
  /** The parent of each record, existing or deleted. */
  readonly owners = new Map<bigint, bigint>();
  private readonly taken = new Set<bigint>();
  private next = 1n;

  constructor(
    readonly kind: Kind,
    private readonly now: Moment,
    /** Gives the ids of the artist and the album above a record, from the id of its parent. */
    readonly above: (owner: bigint) => Above,
    /** The first of these that is not empty is the title of a record. */
    private readonly titleMembers = ['name'],
    /** Gives the problem code if the contract refuses a new or changed record. */
    private readonly faultOf: (fields: F, owner: bigint, former?: F) => 'invalid-input' | undefined = () => undefined,
    /** The members in which two records under one parent must not be equal. */
    private readonly unique: string[] = [],
  ) {}

  private refusalOf(fields: F, owner: bigint, id: bigint, former?: F): Refusal | undefined {
    return this.faultOf(fields, owner, former) ?? this.refusalOfDuplicate(fields, owner, id, former);
  }

  private refusalOfDuplicate(fields: F, owner: bigint, id: bigint, former?: F): Refusal | undefined {
    const isEqual = (other: F) => this.unique.every((name) => other[name as keyof F] === fields[name as keyof F]);
    if (this.unique.length === 0 || (former && isEqual(former))) return undefined;
    const others = [...this.records].filter(([other, record]) => other !== id && record.owner === owner);
    return others.some(([, record]) => isEqual(record.fields)) ? 'already-there' : undefined;
  }

  private claim(requested: bigint | undefined, requireId: boolean): bigint | 'precondition-failed' {
    if (requested !== undefined && this.taken.has(requested) && requireId) return 'precondition-failed';
    const id = requested !== undefined && !this.taken.has(requested) ? requested : this.assign();
    this.taken.add(id);
    return id;
  }

  add({ id: requested, ...fields }: { id?: bigint | undefined }, requireId: boolean, owner: bigint): Shown {
    const refusal = this.refusalOf(fields as F, owner, 0n);
    if (refusal) return refusal;
    const id = this.claim(requested, requireId);
    if (typeof id === 'string') return id;
    this.owners.set(id, owner);
    this.histories.set(id, []);
    this.put(id, fields as F, 'create');
    return this.show(id);
  }

  /** Creates the single record under a parent. After a deletion its versions continue. */
  putFirst(owner: bigint, fields: F, { ifMatch }: Conditions): Shown {
    if (ifMatch !== undefined) return 'precondition-failed';
    const refusal = this.refusalOf(fields, owner, owner);
    if (refusal) return refusal;
    this.owners.set(owner, owner);
    if (!this.histories.has(owner)) this.histories.set(owner, []);
    this.put(owner, fields, 'create');
    return { ...(this.show(owner) as { record: object; version: bigint }), created: true };
  }

  remove(id: bigint, reverts: bigint | null = null): void {
    this.records.delete(id);
    this.note(id, { record: undefined, action: 'delete', reverts });
  }

  private assign(): bigint {
    while (this.taken.has(this.next)) this.next++;
    return this.next++;
  }

  private put(id: bigint, fields: F, action: string, reverts: bigint | null = null): void {
    const version = BigInt(this.entries(id).length + 1);
    this.records.set(id, { fields, version, owner: this.owners.get(id) ?? 0n });
    this.note(id, { record: { id, ...fields }, action, reverts });
  }

  private note(id: bigint, state: Omit<LoggedState, 'by' | 'hidden'>): void {
    this.entries(id).push({ ...state, ...this.now, hidden: null });
  }

  entries(id: bigint): Entry[] {
    return this.histories.get(id) ?? [];
  }

  change(found: Current<F> | undefined, id: bigint, fields: Partial<F>, conditions: Conditions): Shown {
    if (!found) return 'not-found';
    if (fails(conditions, found.version)) return 'precondition-failed';
    const changedFields = stated(fields);
    if (Object.entries(changedFields).every(([name, value]) => isSame(found.fields[name as keyof F], value))) return this.show(id);
    const changed = { ...found.fields, ...changedFields };
    const refusal = this.refusalOf(changed, found.owner, id, found.fields);
    if (refusal) return refusal;
    this.put(id, changed, 'update');
    return this.show(id);
  }

  /** Restores a record to a version. */
  revert(id: bigint, version: bigint, conditions: Conditions): Shown {
    const { record: target, hidden } = this.entries(id)[Number(version) - 1] ?? {};
    if (!target || hidden === 'all') return 'invalid-input';
    const found = this.records.get(id);
    if (found ? fails(conditions, found.version) : failsDeleted(conditions)) return 'precondition-failed';
    if (same(this.entries(id).at(-1)?.record, target)) return this.show(id);
    const refusal = this.refusalOfDuplicate(target as F, this.owners.get(id) ?? 0n, id, found?.fields);
    if (refusal) return refusal;
    this.putVersion(id, version);
    return this.show(id);
  }

  putVersion(id: bigint, version: bigint): void {
    const { id: _, ...fields } = { id, ...this.entries(id)[Number(version) - 1]?.record };
    this.put(id, fields as F, this.records.has(id) ? 'update' : 'restore', version);
  }

  /** The step that undoes the matching changes of a record, or the reason why it is left. */
  decide(id: bigint, fits: (entry: Entry) => boolean): Step | Left | undefined {
    const entries = this.entries(id);
    const first = entries.findIndex(fits);
    if (first < 0) return undefined;
    const base = entries.findLastIndex((entry) => !fits(entry));
    const [now, baseRecord, before] = [entries.length - 1, base, first - 1].map((index) => entries[index]?.record);
    const nameOf = (record: object = {}) =>
      this.titleMembers.map((title) => (record as { [title: string]: string })[title]).find(Boolean) ?? '';
    const [name, targetName] = [nameOf(now ?? baseRecord), nameOf(baseRecord)];
    const named = { kind: this.kind, id, ...this.above(this.owners.get(id) ?? 0n), name };
    if (base > first && !same(baseRecord, before)) return { ...named, reason: 'changed-since' };
    if (entries[base]?.hidden === 'all' && baseRecord) return { ...named, reason: 'redacted' };
    if (same(now, baseRecord)) return undefined;
    const action = !baseRecord ? 'delete' : now ? 'update' : 'restore';
    return { ...named, action, targetName, newest: BigInt(entries.length), target: BigInt(base + 1) };
  }

  /** The changes of one write to an artist and the records under it. `newest`: whether the record is at this version. */
  changedBy(write: number, artist: bigint): { entry: Entry; newest: boolean }[] {
    return this.ids()
      .filter((id) => this.artistOf(id) === artist)
      .flatMap((id) => this.entries(id).map((entry, i, all) => ({ entry, newest: i === all.length - 1 })))
      .filter(({ entry }) => entry.write === write);
  }

  artistOf(id: bigint): bigint {
    return this.above(this.owners.get(id) ?? 0n).artistId ?? id;
  }

  ids(): bigint[] {
    return [...this.histories.keys()].sort((a, b) => (a < b ? -1 : 1));
  }

  show(id: bigint): Shown {
    const found = this.records.get(id);
    return found ? { record: { id, ...found.fields }, version: found.version } : 'not-found';
  }

  page({ limit, offset, after }: Paging, owner: bigint): Shown {
    const ids = this.ids().filter((id) => this.records.get(id)?.owner === owner);
    const rest = after === undefined ? ids.slice(Number(offset)) : ids.filter((id) => id > after);
    const records = rest.slice(0, Number(limit)).map((id) => ({ id, ...this.records.get(id)?.fields }));
    const next = rest.length > records.length ? String(records.at(-1)?.id) : undefined;
    return { records, total: BigInt(ids.length), after: next };
  }
}

export const stated = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const same = (a: object | undefined, b: object | undefined) =>
  a === b || (a !== undefined && b !== undefined && Object.entries(a).every(([name, value]) => isSame(b[name as never], value)));

export function fails({ ifMatch, ifNoneMatch }: Conditions, version: bigint): boolean {
  const tag = `"${version}"`;
  return (
    (Array.isArray(ifMatch) && !ifMatch.includes(tag)) || ifNoneMatch === '*' || (Array.isArray(ifNoneMatch) && ifNoneMatch.includes(tag))
  );
}

/** No If-Match holds for a deleted record: the model has no tag of it, and `*` requires an existing record. */
function failsDeleted({ ifMatch }: Conditions): boolean {
  return ifMatch !== undefined;
}
