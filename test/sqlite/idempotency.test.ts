import { expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

/** A writer thread that kills the program between commit and answer. */
const writer = new URL('./mortalWriter.ts', import.meta.url);

test.each([
  ['a change', 201, { name: 'Una vez' }, {}, 1],
  ['a refusal in the transaction', 412, { id: 7, name: 'Tarde' }, { 'If-None-Match': '*' }, 0],
  ['a refusal before the transaction', 400, { name: 7 }, {}, 0],
])('an outcome stored before a kill is returned after it: %s', async (_, status, body, headers, rows) => {
  const rockola = await startRockola({ ROCKOLA_STARTER: 'off' }, { variant: { writer } });
  try {
    const send = (key: string) => rockola.send('POST', '/artists', body, { ...headers, 'Idempotency-Key': key });
    await rockola.send('POST', '/artists', { id: 7, name: 'Siete' });
    const count = async () => Number((await rockola.sql('select count(*) as n from revision'))[0]?.n);
    const before = await count();
    const lost = await send('"die 1"').then(
      ({ status }) => status,
      () => 'no answer',
    );
    expect(lost).toBe('no answer');
    await rockola.process.exited;
    expect(rockola.process.signalCode).toBe('SIGKILL');
    await rockola.restart('SIGKILL').catch(() => {});
    expect(await count()).toBe(before + rows);
    const again = await send('"die 1"');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([status, 'true']);
    expect(await count()).toBe(before + rows);
  } finally {
    await rockola.stop();
  }
});
