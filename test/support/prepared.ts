import { isLong } from './amount.ts';
import type { Engine } from './databases.ts';

/**
 * Made once by `test/suite.ts` for all files, which start some hundred servers: the program as an executable, which starts in a third of
 * the time, and stores after their first start. A file that runs alone does without them. `document` is the OpenAPI document, without
 * limits. `program` hashes passwords quickly, since most tests sign people up and few depend on that cost; `costly` has the real cost.
 */
export type Prepared = { program: string; costly: string; browser: string | undefined; document: string; stores: PreparedStore[] };
/** `copied`: the file of SQLite, or the name of PostgreSQL's database. */
export type PreparedStore = { engine: Engine; starter: string; adminKey: string; copied: string };

const given = process.env.TEST_PREPARED;
export const prepared: Prepared | undefined = given ? (JSON.parse(given) as Prepared) : undefined;

/**
 * Environment variables of programs that live some seconds: a function is optimized after 20 times as many calls as usual, since optimizing
 * takes more CPU time than it saves. On PostgreSQL, where one thread does more of the work, it saves as much. The long form, and programs
 * outside of `test/suite.ts`, which the faults measure, have the usual values.
 */
export const shortLife = (engine: Engine): Record<string, string> =>
  isLong || engine === 'postgres' ? {} : { BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000', BUN_JSC_thresholdForJITAfterWarmUp: '2000' };

/** The prepared store that equals that of a server with these settings after its first start, if any. */
export function preparedStore(engine: Engine, { ROCKOLA_STARTER = 'es' }: Record<string, string>): PreparedStore | undefined {
  return prepared?.stores.find((store) => store.engine === engine && store.starter === ROCKOLA_STARTER);
}
