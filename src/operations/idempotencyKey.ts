import { type Actor, type Right, requireRight } from '../model/actor.ts';
import type { Context, Keyed } from '../model/context.ts';
import { decode, digestLength, encode, isStoredRefusal, type Outcome, outcomeLifetime } from '../model/idempotencyKey.ts';
import { type PlainProblem, Problem, plainProblem, problemOf } from '../model/problem.ts';
import * as keys from '../store/idempotencyKey.ts';
import type { Reader, Store, Transaction, Write } from '../store/store.ts';

/**
 * Makes a change under an idempotency key, or returns its outcome if it was made before.
 *
 * @throws Problem `idempotency-key-in-use`, `idempotency-key-reused`, and refusals that `isStoredRefusal` does not store
 */
export async function changeOnce<I, O>(
  store: Store,
  operation: Write<I, O>,
  actor: Actor,
  input: I,
  context: Context & { keyed: Keyed },
): Promise<Outcome<O>> {
  try {
    // `idempotently` returns an outcome in place of the operation's result.
    return (await store.write(operation, actor, input, context)) as Outcome<O>;
  } catch (error) {
    // A store that is full can still return a stored outcome.
    const full = error instanceof Problem && error.code === 'storage-full';
    const kept = full ? await store.read(readOutcome<O>, { actor, keyed: context.keyed }) : undefined;
    if (kept) return kept;
    throw error;
  }
}

/**
 * Runs a change. With a key, it runs only if the key has no outcome yet, and stores its outcome in the same transaction. If a refusal is
 * stored as the outcome, the writes before it are rolled back first.
 */
export async function idempotently<O>(tx: Transaction, actor: Actor, work: (actor: Actor) => Promise<O>): Promise<O | Outcome<O>> {
  const { keyed } = tx.context;
  if (keyed === null) return work(actor);
  const key = digestOf(actor, keyed);
  const [free, kept] = await Promise.all([tx.tryLock(key), keys.findIdempotencyKey(tx, key)]);
  if (kept && kept.at > tx.now - outcomeLifetime) return replay(kept, keyed, actor);
  if (!free)
    throw new Problem('idempotency-key-in-use', 'A request with this idempotency key has not been answered yet.', { retryAfter: 1 });
  const demanded: Right[] = [];
  const run = () => work({ ...actor, demanded });
  const outcome = keyed.keepsRefusals ? await valueOrProblem(tx, run) : { value: await run() };
  // Only after the operation, since a refusal rolls back all earlier writes.
  if (kept) await keys.deleteIdempotencyKey(tx, key);
  await keys.insertIdempotencyKey(tx, key, { request: keyed.request, outcome: encode({ ...outcome, demanded }), at: tx.now });
  return { ...outcome, replayed: false };
}

/** The stored outcome of a key. @throws Problem `idempotency-key-reused`, `forbidden` */
export async function readOutcome<O>(reader: Reader, { actor, keyed }: { actor: Actor; keyed: Keyed }): Promise<Outcome<O> | undefined> {
  const kept = await keys.findIdempotencyKey(reader, digestOf(actor, keyed));
  return kept && kept.at > Date.now() - outcomeLifetime ? replay(kept, keyed, actor) : undefined;
}

/** Stores the refusal of a request under a key, if it was refused before its change began. */
export async function refuse(_tx: Transaction, _actor: Actor, problem: PlainProblem): Promise<never> {
  throw problemOf(problem);
}

/** The same key under another account is another key. */
function digestOf({ accountId, role }: Actor, { key }: Keyed): string {
  if (accountId === null && role !== 'admin') throw new Error('an idempotency key belongs to an account, or to the operator');
  return new Bun.CryptoHasher('sha256')
    .update(`${accountId ?? 'operator'} ${key}`)
    .digest('hex')
    .slice(0, digestLength);
}

/** Requires the rights again that the change required, including rights that depended on the state of the record. */
function replay<O>({ request, outcome }: keys.StoredOutcome, keyed: Keyed, actor: Actor): Outcome<O> {
  if (request !== keyed.request)
    throw new Problem('idempotency-key-reused', 'This idempotency key was sent with another request; nothing was changed. Use a new key.');
  const { demanded, ...kept } = decode(outcome) as Outcome<O> & { demanded: Right[] };
  for (const right of demanded) requireRight(actor, right);
  return { ...(kept as Outcome<O>), replayed: true };
}

async function valueOrProblem<O>(tx: Transaction, work: () => Promise<O>): Promise<{ value: O } | { problem: PlainProblem }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof Problem && isStoredRefusal(error.code))) throw error;
    await tx.undo();
    return { problem: plainProblem(error) };
  }
}
