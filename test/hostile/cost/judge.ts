import type { Case } from './case.ts';
import type { Cost, Meter } from './meter.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** CPU time for each MiB, at most, in ms. */
const perMebibyte = 50;
/** Background work of the runtime, in ms. */
const backgroundTime = 3;
/** CPU time of the smallest request, at most, in ms. */
const baseTime = 0.5;
const maxMemory = 64 * mebibyte;
const maxAnswer = 64 * kibibyte;
/** The most measurements of a cost above its bound. Other work on the machine should end before the last of them. */
const maxMeasurements = 8;
/** In ms. The pauses between measurements are this long, twice as long, and so on. */
const pause = 100;
/** In ms of CPU time. Measuring stops when all measurements together have taken this much. */
const maxSpent = 1_000;
/** Four times the size may cost at most this many times as much. */
const maxGrowth = 8;

/** The faults of a case's cost; empty if the cost is proportional to the size. */
export async function faultsOf(measured: Case, meter: Meter): Promise<string[]> {
  const { maxSize, times = 1 } = measured;
  const large = await leastCost(
    () => costOf(measured, maxSize, meter),
    (cost) => faultsAt(cost, maxSize, times).length === 0,
  );
  // An export is large whatever its request. Only the bytes that the input adds count; the framing of chunks differs by some bytes.
  if (large.answer > maxAnswer) large.answer = Math.max(0, large.answer - (await costOf(measured, 1, meter)).answer);
  const unadjusted = faultsAt(large, maxSize, times);
  // If other programs share the cores, the smallest request is slow too. Its excess is subtracted.
  const excess = unadjusted.length === 0 ? 0 : Math.max(0, (await usualCost(() => costOf(measured, 1, meter))).cpu - times * baseTime);
  const faults = [
    ...(excess > 0 ? faultsAt({ ...large, cpu: large.cpu - excess }, maxSize, times) : unadjusted),
    ...(large.cpu > 2 * backgroundTime ? await growth(measured, large, meter) : []),
  ];
  return faults.map((fault) => `${measured.operation}, ${measured.part}: ${fault} (${large.status})`);
}

async function growth(measured: Case, first: Cost, meter: Meter): Promise<string[]> {
  const small = await usualCost(() => costOf(measured, measured.maxSize / 4, meter));
  const large = await leastCost(
    () => costOf(measured, measured.maxSize, meter),
    (cost) => !outgrows(cost, small),
  );
  const leastCpu = Math.min(first.cpu, large.cpu);
  if (!outgrows({ ...large, cpu: leastCpu }, small)) return [];
  return [`grows from ${small.cpu.toFixed(1)} to ${leastCpu.toFixed(1)} ms with four times the size`];
}

async function costOf({ request, times = 1 }: Case, size: number, meter: Meter): Promise<Cost> {
  const all: Cost[] = [];
  for (let i = 0; i < times; i++) all.push(await meter(request(size)));
  return { ...(all[0] as Cost), cpu: all.reduce((sum, { cpu }) => sum + cpu, 0) };
}

/** @param size of each request, in bytes @param times how often it was sent */
export function faultsAt({ cpu, memory, answer }: Cost, size: number, times = 1): string[] {
  return [
    ...(cpu > backgroundTime + times * (baseTime + (perMebibyte * size) / mebibyte) ? [`takes ${cpu.toFixed(1)} ms`] : []),
    ...(memory > maxMemory ? [`takes ${Math.round(memory / mebibyte)} MiB`] : []),
    ...(answer > maxAnswer ? [`is answered with ${Math.round(answer / kibibyte)} KiB`] : []),
  ];
}

export function outgrows(large: Cost, small: Cost): boolean {
  return large.cpu > maxGrowth * small.cpu + backgroundTime;
}

/** The median of some values: the time of a running thread is counted late, so a single request may seem to cost nothing. */
async function usualCost(measure: () => Promise<Cost>): Promise<Cost> {
  const all: Cost[] = [];
  for (let i = 0; i < 5; i++) all.push(await measure());
  return all.sort((a, b) => a.cpu - b.cpu)[2] as Cost;
}

async function leastCost(measure: () => Promise<Cost>, isGood: (cost: Cost) => boolean): Promise<Cost> {
  let least = await measure();
  let spent = least.cpu;
  for (let i = 1; i < maxMeasurements && spent < maxSpent && !isGood(least); i++) {
    await Bun.sleep(i * pause);
    const { cpu, memory, answer, status } = await measure();
    spent += cpu;
    least = { cpu: Math.min(cpu, least.cpu), memory: Math.min(memory, least.memory), answer, status };
  }
  return least;
}
