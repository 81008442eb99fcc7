import { type Pump, pumps } from './pumps.ts';

/**
 * Something that a stranger may let grow: the request for a size, in bytes, and the largest that is to be tried. What is small
 * even then is sent several `times`, so that its cost shows.
 */
export type Case = { operation: string; what: string; most: number; times?: number; request(size: number): Buffer };

/** Nearly as much as is taken: of a header block 16 KiB, of a target 8 KiB, of a body 1 MiB. Of a member much less, which no member may hold either. */
export const maxIn = { header: 12_000, target: 7_600, body: 1_000_000, member: 100_000 };

export function eachPump(make: (name: string, pump: Pump) => Case): Case[] {
  return Object.entries(pumps).map(([name, pump]) => make(name, pump));
}

/** As it is written in a path, a query or a form. */
export function escaped({ before, unit, behind }: Pump): Pump {
  return { before: encodeURIComponent(before), unit: encodeURIComponent(unit), behind: encodeURIComponent(behind) };
}

/** What a target is made of apart from its parameters. */
export const targetPumps: Record<string, Pump> = {
  'parameters of one name': { before: '?', unit: 'a=1&', behind: '' },
  'parameters without names': { before: '?', unit: '&', behind: '' },
  'parameters without ends': { before: '?', unit: '=', behind: '' },
  'a long parameter': { before: '?', unit: 'a', behind: '' },
  'percent signs': { before: '?a=', unit: '%', behind: '' },
  'escapes of a parameter': { before: '?', unit: '%61', behind: '' },
  'plus signs': { before: '?', unit: '+', behind: '' },
  'slashes behind': { before: '', unit: '/', behind: '' },
  'steps behind': { before: '', unit: '/a', behind: '' },
  'steps up': { before: '', unit: '/..', behind: '' },
  'escaped steps up': { before: '', unit: '/%2e%2e', behind: '' },
  'broken escapes': { before: '/', unit: '%e2%28%a1', behind: '%' },
  'escapes of escapes': { before: '/', unit: '%25', behind: '%' },
};
