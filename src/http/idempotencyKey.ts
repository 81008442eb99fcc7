import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { Context, Keyed } from '../model/context.ts';
import { addFieldError, type FieldErrors } from '../model/fieldErrors.ts';
import { digestLength, isStoredRefusal, type Outcome } from '../model/idempotencyKey.ts';
import { toJson } from '../model/json.ts';
import { Problem, plainProblem, problemOf } from '../model/problem.ts';
import { changeOnce, readOutcome } from '../operations/idempotencyKey.ts';
import { writes } from '../operations/writes.ts';
import type { Store, Write } from '../store/store.ts';
import { contextHeaders } from './context.ts';
import { HttpProblem } from './httpProblem.ts';
import { type Input, type Reply, type Route, writesCatalogue } from './route.ts';
import type { Services } from './services.ts';
import { readString } from './structuredField.ts';

export const keyExample = '"8e03978e-40d5-43e8-bc93-6894a57f9324"';
/** In characters. */
export const maxKeyLength = 255;

/** A key without the quotes of a String (RFC 9651), as many clients send it. */
const unquotedKey = /^[\w.:~+/=-]+$/;

const replayed = { 'Idempotent-Replayed': 'true' };

/** Whether a route takes idempotency keys: a repeated request would write twice, and the answer, which is stored, holds no secret. */
export function takesKey(route: Route): boolean {
  return route.takesKey ?? (route.method === 'post' && writesCatalogue(route));
}

/**
 * Reads the `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header).
 *
 * @param target path and query
 */
export function readKey(route: Route, headers: Headers, target: string, body: string, errors: FieldErrors): Keyed | null {
  const field = headers.get('Idempotency-Key');
  if (field === null) return null;
  const key = unquotedKey.test(field) ? field : readString(field);
  if (key && key.length <= maxKeyLength) return { key, request: digestOf(route, headers, target, body), keepsRefusals: true };
  addFieldError(
    errors,
    ['Idempotency-Key'],
    'technical',
    `must be 1 to ${maxKeyLength} characters of ASCII in double quotes, such as ${keyExample}`,
  );
  return null;
}

/** A digest of all parts that distinguish requests under the same key. */
function digestOf({ method, conditions = [] }: Route, headers: Headers, target: string, body: string): string {
  const headerValues = [...conditions, ...Object.keys(contextHeaders)].map((name) => headers.get(name));
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([method, target, headerValues]))
    .update(body)
    .digest('hex')
    .slice(0, digestLength);
}

type Writing = Input<unknown, unknown, unknown>['write'];
export type Work = (write: Writing, writePart: Writing) => Promise<Reply>;

/** Runs `work`. Under an idempotency key that was used before, returns the first answer instead. */
export async function idempotently(services: Services, client: Client, actor: Actor, context: Context, work: Work): Promise<Reply> {
  const { store, limits } = services;
  const { keyed } = context;
  if (keyed === null) {
    const write: Writing = (operation, input) => store.write(operation, actor, input, context);
    return work(write, write);
  }
  try {
    return await answerOnce(store, actor, { ...context, keyed }, work);
  } catch (error) {
    if (error instanceof Problem) limits.countWrite(client, actor, { answer: toJson(plainProblem(error)), context });
    throw error;
  }
}

/** Carries out only the first request under a key. One transaction stores the outcome with the change, or with the refusal. */
async function answerOnce(store: Store, actor: Actor, context: Context & { keyed: Keyed }, work: Work): Promise<Reply> {
  let change: Promise<Outcome<unknown>> | undefined;
  const write: Writing = async (operation, input) => {
    // A second transaction could fail after the first was committed.
    if (change) throw new Error(`${operation.name} is a second change under one idempotency key`);
    const outcome = changeOnce(store, operation, actor, input, context);
    change = outcome;
    return valueIn(await outcome);
  };
  // `write` makes the last part and stores the outcome. If an outcome is stored, the other parts return it and change nothing.
  const writePart: Writing = async <I, O>(operation: Write<I, O>, input: I) => {
    const stored = await store.read(readOutcome<O>, { actor, keyed: context.keyed });
    return stored ? valueIn(stored) : store.write(operation, actor, input, { ...context, keyed: null });
  };
  try {
    const reply = await work(write, writePart);
    return (await change)?.replayed ? { ...reply, headers: { ...reply.headers, ...replayed } } : reply;
  } catch (error) {
    const isBeforeChange = !change && error instanceof Problem && isStoredRefusal(error.code);
    if (isBeforeChange) valueIn(await changeOnce(store, writes.refuse, actor, plainProblem(error), context));
    // A stored refusal was thrown above. A stored success is not repeated here, since the handler refused before it reached the change.
    throw error;
  }
}

/** @throws Problem if the outcome is a refusal */
function valueIn<O>(outcome: Outcome<O>): O {
  if (!('problem' in outcome)) return outcome.value;
  const problem = problemOf(outcome.problem);
  throw outcome.replayed ? new HttpProblem(problem.code, problem.message, replayed, problem.facts) : problem;
}
