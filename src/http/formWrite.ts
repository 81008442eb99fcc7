import { type Actor, type Right, rights } from '../model/actor.ts';
import { type Context, type Keyed, noContext } from '../model/context.ts';
import { digestLength } from '../model/idempotencyKey.ts';
import { toJson } from '../model/json.ts';
import { Problem, problemOf } from '../model/problem.ts';
import { changeOnce, readOutcome } from '../operations/idempotencyKey.ts';
import type { Write } from '../store/store.ts';
import type { RequestContext } from './requestContext.ts';
import type { Services } from './services.ts';

export type Reason = Pick<Context, 'comment' | 'source'>;

export type FormWrites = ReturnType<typeof formWrites>;

/** `once`: a text that only this form has, by which a repeated form is recognised. */
export type FormSent = { needs: Right | undefined; once: string | null };

/** The most tries of a repeated form while its first write is under way. */
const maxTries = 50;
/** The pause between two tries. */
const pauseMs = 100;

/** Catalogue writes count towards the limits by their size. */
export function formWrites({ client }: RequestContext, { store, limits }: Services, actor: Actor, { needs, once }: FormSent) {
  let writtenBefore = false;

  async function run<I, O>(operation: Write<I, O>, input: I, why: Reason, keyed: Keyed | null) {
    if (!keyed) return { value: await store.write(operation, actor, input, { ...why, keyed }), replayed: false };
    limits.admitKey(client, actor);
    const outcome = await retryWhileInUse(() => changeOnce(store, operation, actor, input, { ...why, keyed }));
    if ('problem' in outcome) throw problemOf(outcome.problem);
    return outcome;
  }

  return {
    /**
     * Writes as the account that is signed in, or anonymously. A catalogue write of a form with the field `once` (`parts/form.tsx`) is
     * done once: when the form is sent again, the first outcome is returned.
     *
     * @param row distinguishes equal writes of one form
     */
    async write<I, O>(operation: Write<I, O>, input: I, why: Reason = noContext, row = ''): Promise<O> {
      if (!needs || !rights[needs].catalogue) return store.write(operation, actor, input, { ...why, keyed: null });
      const keyed = once === null ? null : keyOf(once, operation, [input, row], why);
      if (writtenBefore) limits.admitWrite(client, actor, Buffer.byteLength(toJson(input)));
      const { value } = await run(operation, input, why, keyed);
      limits.countWrite(client, actor, { answer: toJson(value ?? null), context: { ...why, keyed } });
      writtenBefore = true;
      return value;
    },
    /**
     * Like `write`, for a write whose input differs each time, such as a new secret.
     *
     * @param content of the form, by which a repeated form is recognised
     * @returns undefined where the form was sent before
     */
    async writeOnce<I, O>(operation: Write<I, O>, input: I, content: unknown): Promise<O | undefined> {
      const { value, replayed } = await run(operation, input, noContext, once === null ? null : keyOf(once, operation, content, noContext));
      return replayed ? undefined : value;
    },
    /** Whether the form has made the same write before. */
    async isDone<I, O>(operation: Write<I, O>, input: I, why: Reason = noContext, row = ''): Promise<boolean> {
      if (once === null) return false;
      return (await store.read(readOutcome, { actor, keyed: keyOf(once, operation, [input, row], why) })) !== undefined;
    },
  };
}

/** The key includes the content, so a corrected form is another write. */
function keyOf(once: string, { name }: { name: string }, content: unknown, { comment, source }: Reason): Keyed {
  const request = new Bun.CryptoHasher('sha256')
    .update(toJson([name, content, comment, source]))
    .digest('hex')
    .slice(0, digestLength);
  return { key: `${once} ${request}`, request, keepsRefusals: false };
}

/** When a button is pressed twice, the browser shows only the second answer, so the second request waits for the first write. */
async function retryWhileInUse<O>(work: () => Promise<O>): Promise<O> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const inUse = error instanceof Problem && error.code === 'idempotency-key-in-use';
      if (!inUse || tries === maxTries) throw error;
      await Bun.sleep(pauseMs);
    }
  }
}
