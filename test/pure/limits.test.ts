import { describe, expect, setSystemTime, test } from 'bun:test';
import fc from 'fast-check';
import { createAllowance } from '../../src/http/allowance.ts';
import { clientAddress } from '../../src/http/clientAddress.ts';
import { addressBits, networkOf, parseRange } from '../../src/model/network.ts';
import { type Pace, pauseAfter, pauseLeft, triesNow } from '../../src/model/pace.ts';

describe('networks', () => {
  test('any two addresses of a /64 are one network, any spelling too, and no address outside is', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (address, host) => {
        const bits = addressBits(address) ?? -1n;
        if (bits >> 32n === 0xffffn) return;
        const same = ((bits >> 64n) << 64n) | host;
        expect(networkOf(spell(same))).toBe(networkOf(address));
        expect(networkOf(spell(same).toUpperCase())).toBe(networkOf(address));
        expect(networkOf(spell(same ^ (1n << 64n)))).not.toBe(networkOf(address));
      }),
    );
  });

  test('an IPv4 address and the IPv6 ones it is mapped to are one network', () => {
    for (const text of ['::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:192.0.2.1', '0000:0000:0000:0000:0000:ffff:c000:201'])
      expect(networkOf(text)).toBe('192.0.2.1');
    expect(networkOf('::192.0.2.1')).not.toBe('192.0.2.1');
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
    for (const text of ['', 'x', '192.0.2.256', '192.0.2', '01.2.3.4', ':::', '1::2::3', '12345::', '[::1]', '::1 '])
      expect([text, networkOf(text)]).toEqual([text, undefined]);
  });

  test('blocks are read strictly', () => {
    for (const text of ['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104'])
      expect([text, parseRange(text) !== undefined]).toEqual([text, true]);
    for (const text of ['10.0.0.1/8', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '/8', 'proxy', '::/129', '::/-1', '10.0.0.0/+8'])
      expect([text, parseRange(text)]).toEqual([text, undefined]);
    expect(parseRange('::ffff:10.0.0.0/104')).toEqual(parseRange('10.0.0.0/8'));
  });
});

test('whatever stands left of the client, its address is what the last proxy heard from', () => {
  const proxies = ['10.0.0.0/8', '2001:db8::/32'].flatMap((text) => parseRange(text) ?? []);
  const client = (peer: string, header: string) => clientAddress(peer, new Headers({ 'X-Forwarded-For': header }), proxies);
  const printable = fc.string().map((text) => text.replace(/[^\x21-\x7e]/g, ','));
  fc.assert(
    fc.property(printable, (lies) => {
      expect(client('10.0.0.1', `${lies}, 192.0.2.7, 10.0.0.2`)).toBe('192.0.2.7');
      expect(client('192.0.2.8', lies)).toBe('192.0.2.8');
      expect(addressBits(client('10.0.0.1', lies))).toBeDefined();
    }),
  );
  expect(client('10.0.0.1', '2001:db8::5,10.0.0.2')).toBe('2001:db8::5');
  expect(client('::ffff:10.0.0.1', '192.0.2.7')).toBe('192.0.2.7');
  expect(client('10.0.0.1', `192.0.2.7${',10.0.0.1'.repeat(1_500)}`)).toBe('192.0.2.7');
});

describe('an allowance', () => {
  test('lets its quota through and no more, and says so', async () => {
    const { charge, giveBack } = createAllowance('test', 3);
    const left = async () => (await charge('a')).headers.RateLimit;
    expect([await left(), await left(), await left()]).toEqual(['"test";r=2;t=60', '"test";r=1;t=60', '"test";r=0;t=60']);
    expect((await charge('a')).wait).toBeWithin(59, 61);
    await giveBack('a');
    await giveBack('a');
    expect((await charge('a')).wait).toBe(0);
  });

  test('tells nobody to wait longer than its window, wherever the clock jumps', async () => {
    const { charge } = createAllowance('test', 1);
    await charge('a');
    for (const jump of [-10 * 365 * 86_400_000, -3_600_000, -1]) {
      setSystemTime(Date.now() + jump);
      expect((await charge('a')).wait).toBeWithin(1, 61);
    }
    setSystemTime();
  });

  test('is counted in a bounded number of buckets, whoever asks', async () => {
    const { charge } = createAllowance('test', 1_000_000);
    let fresh = 0;
    for (let i = 0; i < 100_000; i++) if ((await charge(`192.0.${i >> 8}.${i & 255}`)).headers.RateLimit.includes('r=999999')) fresh++;
    expect(fresh).toBeWithin(15_000, 2 ** 14 + 1);
  });
});

describe('a pace', () => {
  const pace: Pace = { free: 3, most: 900, forgive: 60, last: 100 };

  test('doubles its pauses up to the longest, and then they last a day', () => {
    expect([0, 2, 3, 4, 5, 12, 13, 99, 100, 5_000].map((count) => pauseAfter(count, pace))).toEqual([
      0, 0, 1, 2, 4, 512, 900, 900, 86_400, 86_400,
    ]);
  });

  test('forgives with time, never before it', () => {
    const at = 1_000_000;
    expect([0, 59_999, 60_000, 179_000, 600_000].map((ms) => triesNow({ count: 5, at }, pace, at + ms).count)).toEqual([5, 5, 4, 3, 0]);
    expect(triesNow({ count: 5, at }, pace, at - 1)).toEqual({ count: 5, at });
  });

  test('holds nobody off for longer than its pause, wherever the clock jumps', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.integer({ min: -4e11, max: 4e11 }), (count, jump) => {
        const now = 2e12;
        const tries = triesNow({ count, at: now - jump }, pace, now);
        const left = pauseLeft(tries, pace, now);
        expect(left).toBeLessThanOrEqual(pauseAfter(count, pace) * 1000);
        expect(pauseLeft(tries, pace, now + 60_000 + left)).toBe(0);
      }),
    );
  });
});

function spell(bits: bigint): string {
  return Array.from({ length: 8 }, (_, i) => ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
}
