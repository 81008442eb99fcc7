import { afterEach, expect, jest, spyOn, test } from 'bun:test';
import { Problem } from '../../src/model/problem.ts';
import { createSlowReads } from '../../src/store/slowReads.ts';

const limits = { places: 36, maxWait: 10_000, maxTime: 10_000 };
const neverAborted = new AbortController().signal;

/** Work that continues until the test ends it, or it is stopped. */
function held() {
  const released = Promise.withResolvers<string>();
  let begun = false;
  let stopped = false;
  return {
    work: (stop: AbortSignal) => {
      begun = true;
      stop.addEventListener('abort', () => {
        stopped = true;
        released.reject(stop.reason);
      });
      return released.promise;
    },
    end: () => released.resolve('done'),
    begun: () => begun,
    stopped: () => stopped,
  };
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error) => (error instanceof Problem ? `${error.code} ${error.facts.retryAfter} ${error.message}` : error),
  );
const soon = () => Bun.sleep(1);
afterEach(() => jest.useRealTimers());

test('at most the allowed number of reads run at once, and the others wait their turn', async () => {
  const slowReads = createSlowReads(2, limits);
  const jobs = [held(), held(), held()];
  const outcomes = jobs.map(({ work }, i) => outcomeOf(slowReads.run({ client: `${i}`, signal: neverAborted }, work)));
  await soon();
  expect(jobs.map((job) => job.begun())).toEqual([true, true, false]);
  expect(slowReads.figures()).toEqual({ running: 2, waiting: 1, refused: 0 });
  jobs[0]?.end();
  await soon();
  expect(jobs[2]?.begun()).toBe(true);
  for (const job of jobs) job.end();
  expect(await Promise.all(outcomes)).toEqual(['done', 'done', 'done']);
  expect(slowReads.figures()).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test('a client that has its share of the places is refused with a time to retry; others are not refused', async () => {
  const slowReads = createSlowReads(1, limits);
  const job = held();
  const ask = (client: string, times: number) =>
    Array.from({ length: times }, () => outcomeOf(slowReads.run({ client, signal: neverAborted }, job.work)));
  const greedy = ask('greedy', 9);
  const others = [...ask('b', 2), ...ask('c', 2), ...ask('d', 1)];
  await soon();
  expect(slowReads.figures()).toEqual({ running: 1, waiting: 8, refused: 5 });
  job.end();
  const refusal = expect.stringMatching(/^unavailable \d+ Too many/);
  expect(await Promise.all(greedy)).toEqual([...Array(4).fill('done'), ...Array(5).fill(refusal)]);
  expect(await Promise.all(others)).toEqual(Array(5).fill('done'));
});

test('one client has 32 of the places, and a refusal is delayed, so that retrying at once gains nothing', async () => {
  const slowReads = createSlowReads(2);
  const job = held();
  const ask = () => slowReads.run({ client: 'a', signal: neverAborted }, job.work);
  const all = Array.from({ length: 32 }, ask);
  const refusal: Problem = await ask().then(Promise.reject, (error) => error);
  expect(refusal.facts.delay).toBeWithin(20, 30);
  job.end();
  expect(await Promise.all(all)).toEqual(Array(32).fill('done'));
});

test('a client that is gone frees its place at once, and its read is stopped', async () => {
  const slowReads = createSlowReads(1, limits);
  const [running, waiting, other] = [held(), held(), held()];
  const gone = new AbortController();
  const outcomes = [running, waiting].map(({ work }) => outcomeOf(slowReads.run({ client: 'a', signal: gone.signal }, work)));
  const served = outcomeOf(slowReads.run({ client: 'b', signal: neverAborted }, other.work));
  await soon();
  gone.abort();
  expect(await Promise.all(outcomes)).toEqual(Array(2).fill(expect.stringContaining('gone')));
  await soon();
  expect([running.stopped(), waiting.begun(), other.begun()]).toEqual([true, false, true]);
  other.end();
  expect(await served).toBe('done');
  expect(slowReads.figures()).toEqual({ running: 0, waiting: 0, refused: 0 });
  expect(await outcomeOf(slowReads.run({ client: 'a', signal: gone.signal }, other.work))).toContain('gone');
});

test('a read that takes too long is stopped, and one that waits too long is refused', async () => {
  const slowReads = createSlowReads(1, { ...limits, maxWait: 20, maxTime: 50 });
  const [running, waiting] = [held(), held()];
  const outcomes = [running, waiting].map(({ work }) => outcomeOf(slowReads.run({ client: 'a', signal: neverAborted }, work)));
  expect(await Promise.all(outcomes)).toEqual([expect.stringContaining('longer than 0.05 seconds'), expect.stringContaining('Too many')]);
  expect([running.stopped(), waiting.begun()]).toEqual([true, false]);
  expect(slowReads.figures()).toEqual({ running: 0, waiting: 0, refused: 1 });
});

test('clients get equal time, not equal turns: short reads do not wait for all the long ones', async () => {
  const slowReads = createSlowReads(1, { ...limits, places: 100 });
  const done: string[] = [];
  let time = 0;
  const clock = spyOn(performance, 'now').mockImplementation(() => time);
  const ask = (client: string, ms: number) =>
    slowReads.run({ client, signal: neverAborted }, async () => {
      time += ms;
      done.push(client);
    });
  await Promise.all(Array.from({ length: 6 }, () => [ask('much', 40), ask('little', 1)]).flat());
  clock.mockRestore();
  expect(done.slice(0, 8).filter((client) => client === 'little')).toHaveLength(6);
});

test('work that fails leaves its place to the next', async () => {
  const slowReads = createSlowReads(1, limits);
  const outcomes = [
    slowReads.run({ client: 'a', signal: neverAborted }, () => Promise.reject(new TypeError('a defect'))),
    slowReads.run({ client: 'a', signal: neverAborted }, async () => 'done'),
  ].map(outcomeOf);
  expect(await Promise.all(outcomes)).toEqual([expect.any(TypeError), 'done']);
});

test('a pause of the process does not count as time of a read', async () => {
  const slowReads = createSlowReads(1, { ...limits, maxTime: 200 });
  const paused = async (stop: AbortSignal) => {
    Bun.sleepSync(400);
    await Bun.sleep(5);
    stop.throwIfAborted();
    return 'done';
  };
  expect(await slowReads.run({ client: 'a', signal: neverAborted }, paused)).toBe('done');
});

test('by default a read waits for at most ten seconds and runs for at most five', async () => {
  jest.useFakeTimers();
  const slowReads = createSlowReads(1);
  let stopped = false;
  const endless = (stop: AbortSignal) => new Promise(() => stop.addEventListener('abort', () => (stopped = true)));
  void slowReads.run({ client: 'a', signal: neverAborted }, endless);
  const waiting = outcomeOf(slowReads.run({ client: 'b', signal: neverAborted }, endless));
  for (let i = 0; i < 10; i++) await Promise.resolve();
  const seen = [4_999, 2, 4_998, 2].map((ms) => {
    jest.advanceTimersByTime(ms);
    return [stopped, slowReads.figures().refused];
  });
  expect(seen).toEqual([
    [false, 0],
    [true, 0],
    [true, 0],
    [true, 1],
  ]);
  expect(await waiting).toStartWith('unavailable 2 ');
});
