import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge } from '../../support/ledger/verdict.ts';
import type { Fault, Scale } from '../fault.ts';
import { faultsOfStore, withService } from '../withService.ts';
import type { CopyVerdict } from './copies.ts';
import { backUp, copyFileAlone, type Round } from './round.ts';

const rounds: Record<Scale, number> = { ci: 5, long: 50 };
/** Large enough that a copy takes a while, during which it can be killed. */
const storeMegabytes = 32;

export const backup: Fault = {
  id: 'F16',
  title: 'Backups under load, some killed, some while the service is killed, SQLite',
  run: (scale, say) =>
    withService({}, async (service) => {
      await enlarge(service);
      const ledger: Ledger = [];
      const done: Round[] = [];
      while (done.length < rounds[scale]) {
        done.push(await backUp(service, `backup ${done.length + 1}`, done.length % 2 === 0, ledger));
        say(`${done.length} backups restored, ${ledger.length} writes`);
      }
      const control = await copyUntilLost(service, ledger);
      const end = [...disagreements(await judge(ledger, service.sql)), ...(await faultsOfStore(service))];
      return { ...describe(done, ledger), ...judgeControl(control, [...done.flatMap(({ broken }) => broken), ...end]) };
    }),
};

/** Enlarges the store by outcomes of requests, which expire after a day and are not judged. */
async function enlarge({ sql }: Rockola): Promise<void> {
  await sql(`insert into idempotency_key (key, request, outcome, at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${storeMegabytes * 256})
    select 'ballast ' || i, '', hex(randomblob(2000)), ${Date.now()} from n`);
}

/** A copy made right after a checkpoint may lack nothing, so up to five copies are made. */
async function copyUntilLost(service: Rockola, ledger: Ledger): Promise<CopyVerdict> {
  for (let n = 1; ; n++) {
    const copy = await copyFileAlone(service, `control ${n}`, ledger);
    if (copy.broken.length > 0 || n === 5) return copy;
  }
}

function describe(done: Round[], ledger: Ledger) {
  const times = (matches: (round: Round) => boolean) => done.filter(matches).length;
  return {
    did: `${done.length} backups of ${storeMegabytes} MiB restored, ${times((round) => round.serverKilled)} of them under way when the service was killed; ${times((round) => round.midway)} more killed halfway; 16 writers`,
    found: `${done.reduce((sum, { lost }) => sum + lost, 0)} writes that were acked before a backup are missing in it, of ${count(ledger, 'acked')} acks; ${times((round) => round.left)} files left by killed backups`,
  };
}

function judgeControl({ lost, broken }: CopyVerdict, faults: string[]) {
  const seen = lost > 0 ? `${lost} acks missing` : broken.length > 0 ? 'refused by restore' : 'nothing';
  const blind = broken.length > 0 ? [] : ['control: a copy of the file without its log was taken for whole'];
  return { control: `a plain copy of the file without its log: ${seen}`, broken: [...faults, ...blind] };
}
