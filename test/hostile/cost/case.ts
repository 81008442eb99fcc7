import { type GrowingText, growingTexts } from './pumps.ts';

/**
 * A part of a request that a stranger can enlarge. `request` makes the request with a part of a size, in bytes; `maxSize` is the largest to
 * try. A part that is small even then is sent several `times`, so that its cost shows.
 */
export type Case = { operation: string; part: string; maxSize: number; times?: number; request(size: number): Buffer };

/**
 * In bytes, slightly below the limits of a header block (16 KiB), a target (8 KiB) and a body (1 MiB). A member gets much less, which still
 * exceeds every limit of a member.
 */
export const maxIn = { header: 12_000, target: 7_600, body: 1_000_000, member: 100_000 };

export function eachPump(make: (name: string, pump: GrowingText) => Case): Case[] {
  return Object.entries(growingTexts).map(([name, pump]) => make(name, pump));
}

/** Escaped as in a path, a query or a form. */
export function escaped({ before, unit, behind }: GrowingText): GrowingText {
  return { before: encodeURIComponent(before), unit: encodeURIComponent(unit), behind: encodeURIComponent(behind) };
}

/** The parts of a target besides its parameters. */
export const targetPumps: Record<string, GrowingText> = {
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
