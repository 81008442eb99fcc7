import { Problem } from '../../src/model/problem.ts';

/** The code of a problem, or the text of another error. */
export const codeIn = (error: unknown) => (error instanceof Problem ? error.code : String(error));

/** The code and the text of a problem, or the text of another error. */
export const textIn = (error: unknown) => (error instanceof Problem ? `${error.code}: ${error.message}` : String(error));

/** The problem with which work is refused; undefined if it is not refused. @throws any other error */
export function problemIn(work: () => unknown): Problem | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/**
 * The message of the error with which work rejects. Bun's `expect(…).rejects` blocks the thread meanwhile, and now and then never gets the
 * message of a worker thread.
 */
export async function rejectionOf(work: Promise<unknown>): Promise<string> {
  const [ended] = await Promise.allSettled([work]);
  if (ended?.status !== 'rejected') throw new Error('It did not fail.');
  return String(ended.reason?.message);
}
