import type { Rockola } from './harness.ts';

type Owned = Pick<Rockola, 'sql'>;

/** Adds a job of a kind that nothing runs. */
export async function addJob(rockola: Owned, accountId: bigint | string | null, state = 'queued'): Promise<bigint> {
  return insert(rockola, { accountId, kind: 'test', state, parameters: '{"of":"test"}', checkpoint: '', endedAt: 'null' });
}

/** Adds an import whose step before `next` is done, of a file without records. */
export async function addImport(rockola: Owned, accountId: bigint | string, next: 'apply' | 'undo' = 'apply'): Promise<bigint> {
  const checkpoint = next === 'apply' ? '' : 'apply 0';
  return insert(rockola, {
    accountId,
    kind: 'import',
    state: 'done',
    parameters: '{"format":"csv"}',
    checkpoint,
    endedAt: `${Date.now()}`,
  });
}

type Row = { accountId: bigint | string | null; kind: string; state: string; parameters: string; checkpoint: string; endedAt: string };

async function insert({ sql }: Owned, { accountId, kind, state, parameters, checkpoint, endedAt }: Row): Promise<bigint> {
  const now = Date.now();
  await sql(
    `insert into job (kind, state, user_id, created_at, ended_at, done, total, cancel, parameters, checkpoint, run, leased_until)
     values ('${kind}', '${state}', ${accountId}, ${now}, ${endedAt}, 3, 10, 0, '${parameters}', '${checkpoint}', 1, ${now + 3_600_000})`,
  );
  return BigInt(String((await sql('select max(id) as id from job'))[0]?.id));
}
