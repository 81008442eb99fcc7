import { describe, expect, setSystemTime, test } from 'bun:test';
import fc from 'fast-check';
import { clientAddress } from '../../src/http/clientAddress.ts';
import { limitFields } from '../../src/http/limitFields.ts';
import { createCounter } from '../../src/limits/rateCounter.ts';
import { digest } from '../../src/limits/tries.ts';
import { addressBits, networkOf, parseRange } from '../../src/model/network.ts';
import { type TryLimit, tryLimits } from '../../src/model/rateLimits.ts';
import { addTry, countTries, pauseAfter, pauseLeft, removeTry, type Tries, withoutFutureTime } from '../../src/model/tries.ts';

describe('networks', () => {
  test('the addresses of a /64, in any spelling, are one network; the next /64 is another', () => {
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

  test('an IPv4 address and its IPv4-mapped IPv6 forms are one network', () => {
    for (const text of ['::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:192.0.2.1', '0000:0000:0000:0000:0000:ffff:c000:201'])
      expect(networkOf(text)).toBe('192.0.2.1');
    expect(networkOf('::192.0.2.1')).not.toBe('192.0.2.1');
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
    for (const text of ['', 'x', '192.0.2.256', '192.0.2', '01.2.3.4', '192.0.2.1%eth0', ':::', '1::2::3', '12345::', '[::1]', '::1 '])
      expect([text, networkOf(text)]).toEqual([text, undefined]);
  });

  test('address ranges are parsed strictly', () => {
    for (const text of ['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104'])
      expect([text, parseRange(text) !== undefined]).toEqual([text, true]);
    for (const text of ['10.0.0.1/8', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '/8', 'proxy', '::/129', '::/-1', '10.0.0.0/+8'])
      expect([text, parseRange(text)]).toEqual([text, undefined]);
    expect(parseRange('::ffff:10.0.0.0/104')).toEqual(parseRange('10.0.0.0/8'));
  });
});

test('the client’s address is the rightmost one that is not a trusted proxy, whatever stands to its left', () => {
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
  // Text that is not an address is ignored: otherwise each spelling of an address would have its own counter.
  for (const text of ['192.0.2.7%a', '192.0.2.7%', '192.0.2.7:80', '[2001:db8:1::1]:80']) expect(client('10.0.0.1', text)).toBe('10.0.0.1');
  expect(client('10.0.0.1', `192.0.2.7${',10.0.0.1'.repeat(1_500)}`)).toBe('192.0.2.7');
});

test('a mail limit forgets one mail in the time of its longest pause', () => {
  for (const name of ['mail-account', 'mail-address'] as const) {
    const { quota, window, maxPause } = tryLimits[name];
    expect(window / quota).toBe(maxPause);
  }
});

describe('a rate counter', () => {
  const trial = { name: 'test', quota: 3, window: 60 };

  test('admits its quota and no more, and reports what is left', () => {
    const { charge, giveBack } = createCounter(trial, undefined, () => 5);
    const next = () => charge('a').limit;
    for (const left of [2, 1, 0]) expect(next()).toEqual({ ...trial, left, reset: 60 });
    const full = { refused: true, limit: { ...trial, left: 0, reset: 60 } };
    expect(charge('a')).toEqual(full);
    giveBack('a');
    expect(charge('a').refused).toBe(false);
    expect(charge('a')).toEqual(full);
  });

  test('tells nobody to wait longer than its window, wherever the clock jumps', () => {
    const { charge } = createCounter({ ...trial, quota: 1 });
    charge('a');
    for (const jump of [-10 * 365 * 86_400_000, -3_600_000, -1]) {
      setSystemTime(Date.now() + jump);
      const { refused, limit } = charge('a');
      expect([refused, limit.reset <= 60]).toEqual([true, true]);
    }
    setSystemTime();
  });

  const step = fc.record({
    method: fc.constantFrom('look', 'charge', 'charge', 'charge', 'giveBack'),
    amount: fc.oneof(fc.nat(10), fc.nat(2_000), fc.constant(1_000)),
    gap: fc.oneof(fc.constantFrom(0, 60), fc.nat(20), fc.double({ min: 0, max: 70, noNaN: true })),
  });

  test('each amount is counted if it fits into its window, else refused until the window ends', () => {
    const quota = { name: 'bytes', quota: 1_000, window: 60, unit: 'content-bytes' } as const;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let time = 5;
        const counter = createCounter(quota, undefined, () => time);
        let expected = { begun: -Infinity, used: 0 };
        for (const { method, amount, gap } of steps) {
          time += gap;
          if (method === 'giveBack') {
            counter.giveBack('a');
            expected.used = Math.max(0, expected.used - 1);
            continue;
          }
          if (time - expected.begun >= quota.window) expected = { begun: time, used: 0 };
          const fits = expected.used + amount <= quota.quota;
          if (fits && method === 'charge') expected.used += amount;
          const reset = Math.ceil(quota.window - (time - expected.begun));
          expect(counter[method]('a', amount)).toEqual({
            refused: !fits,
            limit: { ...quota, left: 1_000 - expected.used, reset },
          });
        }
      }),
    );
  });

  test('refuses almost none of the other clients when 50 have exhausted their quota', () => {
    const { charge, look } = createCounter(trial);
    for (let i = 0; i < 50; i++) for (let count = 0; count < trial.quota; count++) charge(`greedy ${i}`);
    const others = Array.from({ length: 100_000 }, (_, i) => look(`other ${i}`, 1));
    expect(others.filter(({ refused }) => refused).length).toBeLessThan(20);
  });

  test('uses a bounded number of counters, however many clients there are', () => {
    const { charge } = createCounter({ ...trial, quota: 1_000_000 });
    let fresh = 0;
    for (let i = 0; i < 100_000; i++) if (charge(`192.0.${i >> 8}.${i & 255}`).limit.left === 999_999) fresh++;
    expect(fresh).toBeWithin(15_000, 2 ** 15 + 1);
  });
});

describe('a limit on tries', () => {
  const limit: TryLimit = { quota: 3, window: 180, maxPause: 900, dailyFrom: 100 };

  test('doubles its pauses up to the longest, and from `dailyFrom` tries on they last a day', () => {
    expect([0, 2, 3, 4, 5, 12, 13, 99, 100, 5_000].map((count) => pauseAfter(count, limit))).toEqual([
      0, 0, 1, 2, 4, 512, 900, 900, 86_400, 86_400,
    ]);
  });

  test('forgets tries one by one as time passes, never early, and also while new ones come', () => {
    const start = 1_000_000;
    const five = Array.from({ length: 5 }).reduce<Tries>((tries) => addTry(tries, limit, start), { debt: 0, at: 0 });
    const counts = [-1, 0, 59_999, 60_000, 179_000, 600_000].map((ms) => countTries(five, limit, start + ms));
    expect(counts).toEqual([5, 5, 5, 4, 3, 0]);
    expect(countTries(addTry(five, limit, start + 59_000), limit, start + 60_000)).toBe(5);
    expect(removeTry(addTry(five, limit, start), limit)).toEqual(five);
    expect(removeTry({ debt: 5, at: start }, limit)).toEqual({ debt: 0, at: start });
  });

  test('holds nobody off for longer than its pause, wherever the clock jumps', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.integer({ min: -4e11, max: 4e11 }), (count, jump) => {
        const now = 2e12;
        const tries = withoutFutureTime({ debt: count * 60_000, at: now - jump }, now);
        const left = pauseLeft(tries, limit, now);
        expect(left).toBeLessThanOrEqual(pauseAfter(countTries(tries, limit, now), limit) * 1000);
        expect(pauseLeft(tries, limit, now + 60_000 + left)).toBe(0);
      }),
    );
  });
});

/** A limit on tries in simulated time. */
function simulate(limit: TryLimit) {
  let tries: Tries = { debt: 0, at: 0 };
  return {
    /** @returns whether it was admitted */
    attempt(now: number): boolean {
      const before = withoutFutureTime(tries, now);
      if (pauseLeft(before, limit, now) > 0) return false;
      tries = addTry(before, limit, now);
      return true;
    },
    succeeded() {
      tries = removeTry(tries, limit);
    },
    pause: (now: number) => pauseLeft(withoutFutureTime(tries, now), limit, now),
  };
}

describe('over hours', () => {
  const second = 1_000;
  const hour = 3_600 * second;

  test('a shared office is never held up: a login every 30 s, a wrong password every 5 minutes', () => {
    const office = simulate(tryLimits.login);
    for (let now = 0; now < 72 * hour; now += 30 * second) {
      expect([now / hour, office.attempt(now)]).toEqual([now / hour, true]);
      office.succeeded();
      if (now % (300 * second) === 0) expect([now / hour, office.attempt(now + 7 * second)]).toEqual([now / hour, true]);
    }
  });

  const gap = fc.oneof(fc.constant(0), fc.integer({ max: 2, min: 0 }), fc.double({ min: 0, max: 200, noNaN: true }));
  /** `gap`: the time since the previous try. `clockError`: of the node that counts the try. Both in s. */
  const trial = fc.record({ gap, succeeds: fc.boolean(), clockError: fc.integer({ min: -29, max: 29 }) });

  test('tries are never held up if they fail less often than failures are forgotten, however many succeed in between', () => {
    for (const limit of [tryLimits.login, tryLimits.signup, tryLimits.reset]) {
      fc.assert(
        fc.property(fc.array(trial, { maxLength: 300 }), (trials) => {
          const people = simulate(limit);
          let now = 1e9;
          for (const { gap, succeeds } of trials) {
            now += (succeeds ? gap : gap + limit.window / limit.quota) * second;
            expect(people.attempt(now)).toBe(true);
            if (succeeds) people.succeeded();
          }
        }),
      );
    }
  });

  test('in any order of tries, failures never exceed the quota, plus those forgotten, plus one after each pause', () => {
    for (const limit of Object.values(tryLimits) as TryLimit[]) {
      fc.assert(
        fc.property(fc.array(trial, { maxLength: 400 }), (trials) => {
          const people = simulate(limit);
          let failed = 0;
          let now = 1e9;
          for (const { gap, succeeds, clockError } of trials) {
            now += gap * second;
            const admitted = people.attempt(now + clockError * second);
            if (admitted && succeeds) people.succeeded();
            else if (admitted) failed++;
          }
          const elapsed = (now - 1e9) / second + 60;
          expect(failed).toBeLessThanOrEqual(
            limit.quota + (elapsed * limit.quota) / limit.window + Math.log2(limit.maxPause) + elapsed / limit.maxPause + 2,
          );
        }),
      );
    }
  });

  test('an attacker who never stops gets one try a minute; on one account a hundred tries, then one a day', () => {
    const countAdmitted = (limit: TryLimit, from: number, to: number) => {
      const attacker = simulate(limit);
      let admitted = 0;
      for (let now = 1e9; now < 1e9 + to; now += Math.max(1, attacker.pause(now)))
        if (attacker.attempt(now) && now >= 1e9 + from) admitted++;
      return admitted;
    };
    for (const limit of [tryLimits.login, tryLimits.signup, tryLimits.reset])
      expect(countAdmitted(limit, hour, 3 * hour)).toBeWithin(116, 125);
    expect(countAdmitted(tryLimits['login-account'], 0, 24 * hour)).toBeWithin(95, 101);
    expect(countAdmitted(tryLimits['login-account'], 0, 240 * hour)).toBeWithin(105, 111);
  });

  test('nodes whose clocks differ forget each try only once', () => {
    const attacker = simulate(tryLimits.login);
    let admitted = 0;
    for (let i = 0; i < 3_600; i++) if (attacker.attempt(1e9 + i * second + (i % 2 === 0 ? -29 : 29) * second)) admitted++;
    expect(admitted).toBeWithin(155, 170);
  });
});

test('different lists of parts never share a counter, whatever they contain', () => {
  const character = fc.constantFrom('a', '\n', ',', '"', '\\', '\0', '[', '\ud800', '\udc00');
  const parts = fc.array(fc.string({ unit: character, maxLength: 3 }), { maxLength: 3 });
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      expect(digest('secret', left) === digest('secret', right)).toBe(Bun.deepEquals(left, right));
    }),
    { numRuns: 2_000 },
  );
  // For each mark: three lists that would be the same text if the mark joined their parts.
  const cuts = ['\n', ',', '","', '', '\0', '\\n'].flatMap((mark) => [
    ['login', `victim@x.org${mark}203.0.113.5`],
    [`login${mark}victim@x.org`, '203.0.113.5'],
    [`login${mark}victim@x.org${mark}203.0.113.5`],
  ]);
  expect(new Set([...cuts, ['login', 'victim@x.org', '203.0.113.5']].map((list) => digest('secret', list))).size).toBe(19);
  expect(digest('secret', ['a'])).not.toBe(digest('other', ['a']));
});

function spell(bits: bigint): string {
  return Array.from({ length: 8 }, (_, i) => ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
}

test('limits are sent in two header fields as lists of RFC 9651; without limits there is no field', () => {
  const requests = { name: 'address', quota: 6_000, window: 60, left: 5_999, reset: 60 };
  const bytes = { name: 'bytes', quota: 1_000, window: 60, unit: 'content-bytes' as const, left: 0, reset: 7 };
  expect(limitFields([requests, bytes])).toEqual({
    'RateLimit-Policy': '"address";q=6000;w=60, "bytes";q=1000;w=60;qu="content-bytes"',
    RateLimit: '"address";r=5999;t=60, "bytes";r=0;t=7',
  });
  expect(limitFields([])).toEqual({});
});
