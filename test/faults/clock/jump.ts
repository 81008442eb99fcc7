import type { Person, Rockola } from '../../support/harness.ts';
import type { Jump } from './jumps.ts';
import { faultsOfLogin, type Login, logIn } from './logins.ts';
import type { ShiftedClock } from './shiftedClock.ts';

/**
 * Makes the clock jump while a body arrives, and tries old and new logins before the next jump.
 *
 * @param stayMs how long the clock stays where it jumped to
 */
export async function jumpOnce(
  service: Rockola,
  clock: ShiftedClock,
  jump: Jump,
  stayMs: number,
  person: Person,
  logins: Login[],
): Promise<string[]> {
  const slow = sendSlowly(service, () => jump.to(clock, stayMs), stayMs / 4);
  await Bun.sleep(stayMs / 2);
  jump.during?.(clock);
  logins.push(await logIn(service, person, clock.now));
  const faults: string[] = [];
  for (const login of logins) faults.push(...(await faultsOfLogin(service, login, clock.now())));
  await Bun.sleep(stayMs / 2);
  return [...faults, ...(await slow)].map((fault) => `${jump.name}: ${fault}`);
}

/** The longest pauses before and after the jump, in ms. Together they are shorter than the ten seconds in which a body must arrive. */
const maxBefore = 1_000;
const maxAfter = 5_000;

/** Sends a body whose second half arrives after the jump. It must not count as late. */
async function sendSlowly(service: Rockola, jump: () => void, pause: number): Promise<string[]> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      // After this pause the service has received the request, on a busy machine too.
      await Bun.sleep(Math.min(pause, maxBefore));
      jump();
      await Bun.sleep(Math.min(pause, maxAfter));
      controller.enqueue(new TextEncoder().encode('""}'));
      controller.close();
    },
  });
  const { status } = await service.call('POST', '/api/v1/artists', { body, key: service.adminKey });
  return status === 400 ? [] : [`a body that came in two halves was answered ${status}`];
}
