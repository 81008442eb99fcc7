import type { Attempt, Ledger } from './ledger.ts';
import { type Service, send } from './writers.ts';

/** The numbers of repeated creations, and of those among them that had been carried out before. */
export type Retried = { sent: number; replayed: number };

/** How long a creation is repeated, in ms. */
const patience = 30_000;

/**
 * Repeats every creation of unknown outcome that had a key until it is answered: then it is acked or refused.
 *
 * @param keys whether the key is sent too; without it nobody can know which were carried out before
 */
export async function retryUnknown(service: Service, ledger: Ledger, keys = true): Promise<Retried> {
  const unknown = ledger.filter(({ keyed, outcome }) => keyed && outcome === 'unknown');
  for (const attempt of unknown) attempt.keyed = keys;
  await Promise.all(unknown.map((attempt) => sendUntilAnswered(service, attempt)));
  return { sent: unknown.length, replayed: unknown.filter(({ replayed }) => replayed).length };
}

async function sendUntilAnswered(service: Service, attempt: Attempt): Promise<void> {
  const end = performance.now() + patience;
  do {
    await send(service, attempt);
    if (attempt.outcome === 'acked' || attempt.outcome === 'refused') return;
    await Bun.sleep(100);
  } while (performance.now() < end);
  throw new Error(
    `${attempt.description} was not answered within ${patience} ms, the last time with ${attempt.status}: ${attempt.errorBody}`,
  );
}
