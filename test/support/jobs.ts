import type { Rockola } from './harness.ts';

/** Adds a job of a kind that nothing runs. */
export async function addJob({ sql }: Pick<Rockola, 'sql'>, accountId: bigint | string | null, state = 'queued'): Promise<bigint> {
  await sql(
    `insert into job (kind, state, user_id, created_at, done, total, cancel, parameters, checkpoint, run, leased_until)
     values ('test', '${state}', ${accountId}, ${Date.now()}, 3, 10, 0, '{"of":"test"}', '', 1, ${Date.now() + 3_600_000})`,
  );
  return BigInt(String((await sql('select max(id) as id from job'))[0]?.id));
}
