import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { damageByCheck } from '../support/damage.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const kills = 3;
const writers = 12;
const random = randomFrom(seed);

/** A word that no record has yet, or a common one. */
const word = () => random.pick([`w${random.below(10 ** 6)}`, 'cuerdas', 'vientos', 'ácido']);
const fields = () => ({ name: `${word()} ${word()}`, description: `${word()} ${word()} ${word()}`, image: '', band: word() });
type Change = [method: string, path: string, body: () => object | undefined];

const changes: [Change, Change, Change, Change] = [
  ['PUT', '', fields],
  ['PATCH', '', () => ({ description: word() })],
  ['POST', '/albums', () => ({ name: word(), year: 1980, image: '' })],
  ['DELETE', '', () => undefined],
];

/** Adds, changes and deletes artists until the service has ended, and counts the answers. */
async function write(progress: { answered: number }): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await rockola.send(method, `/artists${path}`, body);
    progress.answered++;
    return answer;
  };
  for (;;) {
    const created = await send('POST', '', fields());
    for (let n = random.below(4); n > 0; n--) {
      const [method, path, body] = random.pick(changes);
      await send(method, `/${created.json.id}${path}`, body());
    }
  }
}

test(`after a kill during writes the search index agrees with the records (seed ${seed})`, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const progress = { answered: 0 };
    const ended = Array.from({ length: writers }, () => write(progress).catch(() => {}));
    await until(() => progress.answered > 5 * writers, 'nothing was answered');
    await Bun.sleep(random.below(150));
    await rockola.end('SIGKILL');
    await Promise.all(ended);
    // The next start could correct the index.
    const damage = await damageByCheck(rockola);
    const [state] = await rockola.sql('select complete from index_state');
    expect([damage, Number(state?.complete)]).toEqual([[], 1]);
    await rockola.restart('SIGKILL');
    const last = (await rockola.call('GET', '/api/v1/artists?sort=-updated&limit=1')).json.data[0];
    const found = (await rockola.call('GET', `/api/v1/artists/duplicates?name=${encodeURIComponent(last.name)}`)).json.data;
    expect(found.map(({ id }: { id: unknown }) => id)).toContain(last.id);
  }
});
