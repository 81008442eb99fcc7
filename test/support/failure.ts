import { Problem } from '../../src/model/problem.ts';

/** The code of a problem, or the text of another error. */
export const codeIn = (error: unknown) => (error instanceof Problem ? error.code : String(error));

/** The code and the text of a problem, or the text of another error. */
export const textIn = (error: unknown) => (error instanceof Problem ? `${error.code}: ${error.message}` : String(error));
