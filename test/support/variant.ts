import { alterations } from './alterations.ts';
import { alterImports } from './altered.ts';
import { threads } from './threads.ts';

/** The differences between a program of the tests and Rockola: alterations of its main thread, and the modules of other threads. */
export type Variant = { altered?: (keyof typeof alterations)[] | undefined; writer?: URL; http?: URL };

/** The program is started with this file and `TEST_VARIANT`, which the harness sets. */
if (import.meta.main) await run(JSON.parse(process.env.TEST_VARIANT ?? '{}'));

async function run({ altered = [], writer, http }: { altered?: Variant['altered']; writer?: string; http?: string }): Promise<void> {
  alterImports(altered.flatMap((name) => alterations[name]));
  // Imported only now: modules that were imported before could not be altered.
  const { createProgram } = await import('../../src/cli/program.ts');
  const { runProgram } = await import('../../src/cli/serve.ts');
  const { serve } = await import('../../src/service/serve.ts');
  const urls = { ...(writer && { writer: new URL(writer) }), ...(http && { http: new URL(http) }) };
  await runProgram(createProgram(serve, { ...threads, ...urls }));
}
