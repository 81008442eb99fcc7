import type { Context as Request } from 'hono';
import { type Actor, type Right, rights } from '../model/actor.ts';
import type { Context } from '../model/context.ts';
import { digestLength } from '../model/idempotencyKey.ts';
import { toJson } from '../model/json.ts';
import { problemOf } from '../model/problem.ts';
import { changeOnce } from '../operations/idempotencyKey.ts';
import type { Write } from '../store/store.ts';
import type { AppEnv } from './requestLog.ts';
import type { Services } from './services.ts';

/** How a form writes. `why`: what is said of a change of the catalogue. */
export type FormWrite = <I, O>(operation: Write<I, O>, input: I, why?: Pick<Context, 'comment' | 'source'>) => Promise<O>;

/** The form as it came. `once`: a text that only this form has, by which the same form is known when it comes again. */
export type FormSent = { needs: Right | undefined; text: string; once: string | null };

/** Writes as a form does: one of the catalogue counts by what it wrote, and is done once however often its form is sent. */
export function formWrite(c: Request<AppEnv>, services: Services, actor: Actor, { needs, text, once }: FormSent): FormWrite {
  const { store, limits } = services;
  return async (operation, input, why = { comment: null, source: null }) => {
    if (!needs || !rights[needs].catalogue) return store.write(operation, actor, input, { ...why, keyed: null });
    if (once) limits.admitKey(c.get('client'), actor);
    const context = { ...why, keyed: once ? { key: once, request: digestOf(c.req.path, text) } : null };
    const done = await change(services, operation, actor, input, context);
    limits.countWrite(c.get('client'), actor, { answer: toJson(done ?? null), context });
    return done;
  };
}

async function change<I, O>({ store }: Services, operation: Write<I, O>, actor: Actor, input: I, { keyed, ...why }: Context): Promise<O> {
  if (!keyed) return store.write(operation, actor, input, { ...why, keyed });
  const outcome = await changeOnce(store, operation, actor, input, { ...why, keyed });
  if ('problem' in outcome) throw problemOf(outcome.problem);
  return outcome.value;
}

function digestOf(path: string, text: string): string {
  return new Bun.CryptoHasher('sha256').update(`${path}\n`).update(text).digest('hex').slice(0, digestLength);
}
