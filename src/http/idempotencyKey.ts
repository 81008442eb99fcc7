import type { Actor } from '../model/actor.ts';
import type { Context, Keyed } from '../model/context.ts';
import { addFieldError, type FieldErrors } from '../model/fieldErrors.ts';
import { digestLength, isOutcome, type Outcome } from '../model/idempotencyKey.ts';
import { Problem, plainProblem, problemOf } from '../model/problem.ts';
import { changeOnce, keyInUse, readOutcome } from '../operations/idempotencyKey.ts';
import { writes } from '../operations/writes.ts';
import type { Store, Write } from '../store/store.ts';
import { contextHeaders } from './context.ts';
import { HttpProblem } from './httpProblem.ts';
import { type Input, type Reply, type Route, writesCatalogue } from './route.ts';
import type { Services } from './services.ts';
import { readString } from './structuredField.ts';

export const keyExample = '"8e03978e-40d5-43e8-bc93-6894a57f9324"';
/** In characters. */
export const longestKey = 255;

/** What clients send that do not know the quotes: letters, digits and what stands between those in common ids. */
const bare = /^[\w.:~+/=-]+$/;

/** Marks an answer that was given before. */
const replayed = { 'Idempotent-Replayed': 'true' };

/** Whether an idempotency key counts for a route: those that may be made twice, and whose answers hold no secret. */
export function takesKey(route: Route): boolean {
  return route.method === 'post' && writesCatalogue(route);
}

/**
 * Reads the `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header): a String of RFC 9651, which many
 * clients send without its quotes.
 *
 * @param target path and query
 * @param body as it was sent
 */
export function readKey(route: Route, headers: Headers, target: string, body: string, errors: FieldErrors): Keyed | null {
  const field = headers.get('Idempotency-Key');
  if (field === null) return null;
  const key = bare.test(field) ? field : readString(field);
  if (key && key.length <= longestKey) return { key, request: digestOf(route, headers, target, body), keepsRefusals: true };
  addFieldError(
    errors,
    ['Idempotency-Key'],
    'technical',
    `must be 1 to ${longestKey} characters of ASCII in double quotes, such as ${keyExample}`,
  );
  return null;
}

/** A digest of all that tells a request from another under the same key. */
function digestOf({ method, conditions = [] }: Route, headers: Headers, target: string, body: string): string {
  const said = [...conditions, ...Object.keys(contextHeaders)].map((name) => headers.get(name));
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([method, target, said]))
    .update(body)
    .digest('hex')
    .slice(0, digestLength);
}

type Writing = Input<unknown, unknown, unknown>['write'];
export type Work = (write: Writing, writePart: Writing) => Promise<Reply>;

/** Answers requests under idempotency keys: as the first was answered, or by doing what they ask for and keeping the outcome. */
export function createIdempotency({ store, claims }: Pick<Services, 'store' | 'claims'>) {
  return async (actor: Actor, context: Context & { keyed: Keyed }, work: Work): Promise<Reply> => {
    const id = `${actor.accountId} ${context.keyed.key}`;
    if (!(await claims.take(id))) throw keyInUse();
    try {
      return await answerOnce(store, actor, context, work);
    } finally {
      claims.giveBack(id);
    }
  };
}

async function answerOnce(store: Store, actor: Actor, context: Context & { keyed: Keyed }, work: Work): Promise<Reply> {
  let changes = 0;
  let isReplay = false;
  function told<O>(outcome: Outcome<O>): O {
    isReplay = outcome.replayed;
    if ('problem' in outcome) throw problemOf(outcome.problem);
    return outcome.value;
  }
  const change: Writing = async (operation, input) => {
    // All that comes of a request is one transaction, or it could be done by half.
    if (changes++ > 0) throw new Error(`${operation.name} is a second change under one idempotency key`);
    return told(await changeOnce(store, operation, actor, input, context));
  };
  // The last part keeps the outcome of all; where it did already, no part is done again.
  const changePart: Writing = async <I, O>(operation: Write<I, O>, input: I) => {
    const kept = await store.read(readOutcome<O>, { actor, keyed: context.keyed });
    return kept ? told(kept) : store.write(operation, actor, input, { ...context, keyed: null });
  };
  try {
    const reply = await work(change, changePart).catch(async (error) => {
      const early = changes === 0 && error instanceof Problem && isOutcome(error.code);
      if (!early) throw error;
      await change(writes.refuse, plainProblem(error));
      // It was done when it was still valid, and a handler that refuses it cannot make that answer again.
      isReplay = false;
      throw error;
    });
    return isReplay ? { ...reply, headers: { ...reply.headers, ...replayed } } : reply;
  } catch (error) {
    if (!(isReplay && error instanceof Problem)) throw error;
    throw new HttpProblem(error.code, error.message, replayed, error.facts);
  }
}
