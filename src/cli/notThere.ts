import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';

/** How to find what a command was to name. */
export const lookUp = {
  key: '"rockola key list" lists them all.',
  account: '"rockola account list" lists them all.',
  record: 'Find its id with: GET /api/v1/search?q=NAME',
};

/** Adds to a refusal of what is not there how to find it. */
export async function orLookUp<T>(advice: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') throw new StartRefused(`${error.message} ${advice}`);
    throw error;
  }
}
