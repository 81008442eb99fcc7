import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge } from '../../support/ledger/verdict.ts';
import type { Fault, Scale } from '../fault.ts';
import { hastyWriter } from '../kill/kill.ts';
import { added, describeReading } from '../readers.ts';
import { until } from '../until.ts';
import { faultsOfStore, type Start, withService } from '../withService.ts';
import { type LogSizes, outgrowLog } from './longReader.ts';
import { fillAndFree, type Round, storeOn } from './round.ts';
import { mountSmallDisk, type SmallDisk } from './smallDisk.ts';

const rounds: Record<Scale, number> = { ci: 10, long: 100 };
/** The fillings of one disk. The records of all of them must fit on it. */
const perDisk = 10;
const megabytes = 48;
/** Room for a log that outgrows its limit of 64 MiB. */
const roomyMegabytes = 256;
/** The expected lines of the log. */
const full = /the store failed to write: (?:the search index cannot catch up: )?SQLiteError: database or disk is full/;

export const diskFull: Fault = {
  id: 'F3',
  title: 'The disk is full, and then it is not, SQLite',
  missing() {
    const disk = mountSmallDisk(1);
    disk?.unmount();
    return disk ? undefined : 'Linux and the right to mount a tmpfs (run it as root)';
  },
  async run(scale, say) {
    const done: Round[] = [];
    const broken: string[] = [];
    while (done.length < rounds[scale]) {
      broken.push(...(await onDisk(megabytes, { expectErrors: [full] }, (service, disk) => fillOften(service, disk, rounds[scale], done))));
      say(`${done.length} rounds, ${broken.length} promises broken`);
    }
    const sizes = await onDisk(roomyMegabytes, {}, (service, disk) => outgrowLog(service, storeOn(disk)));
    say('control');
    const control = await onDisk(megabytes, { variant: { writer: hastyWriter }, expectErrors: [/starting another/] }, fillHasty);
    return {
      ...describe(done, sizes),
      control: `answers before the commit: ${control.lost} of ${count(control.ledger, 'acked')} acks lost`,
      broken: [
        ...broken,
        ...sizes.broken,
        ...(control.lost > 0 ? [] : ['control: a writer that answers before its commit was not found out']),
      ],
    };
  },
};

/** Every second time with a reader whose snapshot prevents a checkpoint of the log. */
async function fillOften(service: Rockola, disk: SmallDisk, rounds: number, done: Round[]): Promise<string[]> {
  const before = done.length;
  while (done.length - before < Math.min(rounds, perDisk)) {
    done.push(await fillAndFree(service, disk, `round ${done.length + 1}`, done.length % 2 === 1));
  }
  const batch = done.slice(before);
  const fullLedger: Ledger = batch.flatMap(({ ledger }) => ledger);
  const faults = [...disagreements(await judge(fullLedger, service.sql)), ...(await faultsOfStore(service))];
  return [...batch.flatMap(({ broken }) => broken), ...faults];
}

async function fillHasty(service: Rockola, disk: SmallDisk): Promise<Round> {
  // This writer could also lose the first start, and with it the key of the load.
  await until(async () => (await service.sql('select id from "user"')).length > 0, 'the first start was not committed');
  return fillAndFree(service, disk, 'control', false);
}

async function onDisk<T>(size: number, start: Start, work: (service: Rockola, disk: SmallDisk) => Promise<T>): Promise<T> {
  const disk = mountSmallDisk(size);
  if (!disk) throw new Error('no disk could be mounted');
  try {
    return await withService({ ...start, settings: { DATABASE_URL: `sqlite:${storeOn(disk)}` } }, (service) => work(service, disk));
  } finally {
    disk.unmount();
  }
}

function describe(done: Round[], { held, after }: LogSizes) {
  const sum = (numberOf: (round: Round) => number) => done.reduce((total, round) => total + numberOf(round), 0);
  const inMb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return {
    did: `${done.length} times filled and freed, 16 writers, 4 readers; a reader that let the log grow to ${inMb(held)} MiB`,
    found: `${sum(({ lost }) => lost)} of ${sum(({ ledger }) => count(ledger, 'acked'))} acks lost, ${sum(({ turnedAway }) => turnedAway)} writes turned away, ${describeReading(done.map(({ statuses }) => statuses).reduce(added))}; writing again within ${Math.round(Math.max(...done.map(({ back }) => back)))} ms of room; log back at ${inMb(after)} MiB`,
  };
}
