import type { Ledger } from '../../support/ledger/ledger.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Event } from './event.ts';

/** One cut: its number, and the last event before it. */
export type Moment = { state: number; after: number; random: Random };

/** The numbers of the events that showed the key and that sent each answer, by its `X-Request-Id`. */
export type Outputs = { keyAt: number; answeredAt: Map<string, number> };

/**
 * The moments of the cuts for some of the numbered states of a seed, in order of time. A cut falls after rare kinds of events, such as the
 * creation of a file, more often than by chance.
 *
 * @param possible the events after which the power may be cut
 */
export function momentsOf(events: Event[], possible: number[], seed: number, first: number, count: number): Moment[] {
  const places = Map.groupBy(possible, (number) => kindOf(events[number] as Event));
  const kinds: { all: number[]; until: number }[] = [];
  for (const all of places.values()) kinds.push({ all, until: (kinds.at(-1)?.until ?? 0) + Math.sqrt(all.length) });
  const moments = Array.from({ length: count }, (_, i) => {
    const random = randomFrom(seed, first + i);
    const place = random.next() * (kinds.at(-1)?.until ?? 0);
    const all = kinds.find(({ until }) => place < until)?.all ?? [];
    return { state: first + i, after: all[random.below(all.length)] ?? 0, random };
  });
  return moments.sort((a, b) => a.after - b.after);
}

function kindOf(event: Event): string {
  return event.kind === 'said' ? 'said' : `${event.kind} ${event.path}`;
}

/** The event that wrote each answer to its socket. From then on nothing can withdraw the answer. */
export function outputsIn(events: Event[]): Outputs {
  const said: Outputs = { keyAt: Number.POSITIVE_INFINITY, answeredAt: new Map() };
  for (const [number, event] of events.entries()) {
    if (event.kind !== 'said') continue;
    if (event.text.includes('rka_')) said.keyAt = Math.min(said.keyAt, number);
    const requestId = /^x-request-id: (\S+)/im.exec(event.text)?.[1];
    if (requestId) said.answeredAt.set(requestId, number);
  }
  return said;
}

/** The ledger at a cut. A writer without an answer by then never gets one. */
export function ledgerAt(ledger: Ledger, { answeredAt }: Outputs, after: number): Ledger {
  return ledger.map((attempt) => {
    const answered = (answeredAt.get(attempt.requestId) ?? Number.POSITIVE_INFINITY) <= after;
    return attempt.outcome === 'acked' && !answered ? { ...attempt, outcome: 'unknown' } : attempt;
  });
}
