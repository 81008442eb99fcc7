import type { Person, Rockola } from '../../support/harness.ts';
import type { Jump } from './jumps.ts';
import { faultsOfLogin, type Login, logIn } from './logins.ts';
import type { ShiftedClock } from './shiftedClock.ts';

/** Makes the clock jump under load and stay there for a time, and tries old and new logins. @param stay ms */
export async function jumpOnce(
  service: Rockola,
  clock: ShiftedClock,
  jump: Jump,
  stay: number,
  person: Person,
  logins: Login[],
): Promise<string[]> {
  const slow = sendSlowly(service, () => jump.to(clock, stay), stay / 4);
  await Bun.sleep(stay / 2);
  jump.during?.(clock);
  logins.push(await logIn(service, person, clock.now));
  const faults: string[] = [];
  for (const login of logins) faults.push(...(await faultsOfLogin(service, login, clock.now())));
  await Bun.sleep(stay / 2);
  return [...faults, ...(await slow)].map((fault) => `${jump.name}: ${fault}`);
}

/** In ms. Both pauses stay below the ten seconds that a body has to arrive, by the clock that does not jump. */
const maxBefore = 1_000;

/** The second half of a body that arrives after the jump must not count as late. */
async function sendSlowly(service: Rockola, jump: () => void, pause: number): Promise<string[]> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      // After this pause the service has received the request, on a busy machine too.
      await Bun.sleep(Math.min(pause, maxBefore));
      jump();
      await Bun.sleep(pause);
      controller.enqueue(new TextEncoder().encode('""}'));
      controller.close();
    },
  });
  const { status } = await service.call('POST', '/api/v1/artists', { body, key: service.adminKey });
  return status === 400 ? [] : [`a body that came in two halves was answered ${status}`];
}
