import type { z } from 'zod';
import { remembered } from './remembered.ts';
import { inCamelCase } from './text.ts';
import { showTime } from './time.ts';

/** The name of a member of answers in the program, and whether it is a time. */
const describe = remembered((member: string) => ({ name: inCamelCase(member), isTime: /(^|_)at$/.test(member) }));

/**
 * The members of an answer, in the order of their schema. Each is taken from the member with its name in camel case: `createdAt` for
 * `created_at`. A number whose name ends with `at` is a time in ms since 1970.
 */
export function showMembers<S extends z.ZodObject>(schema: S, from: object): z.infer<S> {
  const answer: { [member: string]: unknown } = {};
  for (const member in schema.shape) {
    const { name, isTime } = describe(member);
    const value = from[name as never] as unknown;
    answer[member] = isTime && typeof value === 'number' ? showTime(value) : value;
  }
  return answer as z.infer<S>;
}
