import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';

/** How to find the id or address that a command takes. */
export const lookUp = {
  key: '"rockola key list" lists them all.',
  job: '"rockola job list" lists them all.',
  account: '"rockola account list" lists them all.',
  record: 'Find its id with: GET /api/v1/search?q=NAME',
};

/** Adds the advice to a `not-found`. */
export async function withAdvice<T>(advice: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') throw new StartRefused(`${error.message} ${advice}`);
    throw error;
  }
}
