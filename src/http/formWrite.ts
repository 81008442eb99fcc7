import { type Actor, type Right, rights } from '../model/actor.ts';
import { type Context, type Keyed, noContext } from '../model/context.ts';
import { digestLength, type Outcome } from '../model/idempotencyKey.ts';
import { toJson } from '../model/json.ts';
import { Problem, problemOf } from '../model/problem.ts';
import { changeOnce, readOutcome } from '../operations/idempotencyKey.ts';
import type { Write } from '../store/store.ts';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

export type Why = Pick<Context, 'comment' | 'source'>;

export type FormWrites = {
  /**
   * Runs a write as who is signed in, or as nobody. Of a catalogue write in a form with `once` (`parts/form.tsx`), the second of two
   * that are the same does nothing and gives what the first gave.
   */
  write<I, O>(operation: Write<I, O>, input: I, why?: Why): Promise<O>;
  /** Whether the form made the same write before. */
  isDone<I, O>(operation: Write<I, O>, input: I, why?: Why): Promise<boolean>;
};

/** The form as it came. `once`: a text that only this form has, by which the same form is known when it comes again. */
export type FormSent = { needs: Right | undefined; once: string | null };

/** Tries of a write that the same form is making already, and the pause between them, in ms. */
const mostTries = 50;
const pause = 100;

/** Writes as a form does: one of the catalogue counts by what it wrote, and is done once however often its form is sent. */
export function formWrites({ client }: Exchange, { store, limits }: Services, actor: Actor, { needs, once }: FormSent): FormWrites {
  let writtenBefore = false;
  return {
    async write<I, O>(operation: Write<I, O>, input: I, why: Why = noContext): Promise<O> {
      if (!needs || !rights[needs].catalogue) return store.write(operation, actor, input, { ...why, keyed: null });
      const keyed = once === null ? null : keyOf(once, operation, input, why);
      if (writtenBefore) limits.admitWrite(client, actor, Buffer.byteLength(toJson(input)));
      if (keyed) limits.admitKey(client, actor);
      const context = { ...why, keyed };
      const done = keyed
        ? valueIn(await whileInUse(() => changeOnce(store, operation, actor, input, { ...why, keyed })))
        : await store.write(operation, actor, input, context);
      limits.countWrite(client, actor, { answer: toJson(done ?? null), context });
      writtenBefore = true;
      return done;
    },
    async isDone(operation, input, why = noContext) {
      if (once === null) return false;
      return (await store.read(readOutcome, { actor, keyed: keyOf(once, operation, input, why) })) !== undefined;
    },
  };
}

/** Each write of a form has a key of its own, which names all that it does: what is corrected and sent again is another write. */
function keyOf(once: string, { name }: { name: string }, input: unknown, { comment, source }: Why): Keyed {
  const request = new Bun.CryptoHasher('sha256')
    .update(toJson([name, input, comment, source]))
    .digest('hex')
    .slice(0, digestLength);
  return { key: `${once} ${request}`, request };
}

function valueIn<O>(outcome: Outcome<O>): O {
  if ('problem' in outcome) throw problemOf(outcome.problem);
  return outcome.value;
}

/** Who presses a button twice sees only the second answer, so that one waits for the first. */
async function whileInUse<O>(work: () => Promise<O>): Promise<O> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const inUse = error instanceof Problem && error.code === 'idempotency-key-in-use';
      if (!inUse || tries === mostTries) throw error;
      await Bun.sleep(pause);
    }
  }
}
