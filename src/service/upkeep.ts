import type { Server } from 'bun';
import type { Services } from '../http/services.ts';
import { dumpKind } from '../jobs/dump.ts';
import { importJob } from '../jobs/import.ts';
import { startJobs } from '../jobs/runner.ts';
import { system } from '../model/actor.ts';
import { listDumps } from '../operations/dump.ts';
import { writes } from '../operations/writes.ts';
import { openOperatorSocket } from '../operator/server.ts';
import { createOutbound } from '../outbound/post.ts';
import { watchDescriptors } from '../process/descriptors.ts';
import { type Repeated, repeat } from '../process/repeat.ts';
import { listRedactions } from '../store/redaction.ts';
import { listRedactionsBeside } from '../store/redactionList.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { HttpThreads } from './httpPool.ts';
import { startIndexing } from './indexing.ts';

/** `unlimited`: the store without its size limit, for the operator and the index. */
type UpkeepParts = {
  services: Services;
  server: Server<undefined>;
  others: HttpThreads;
  unlimited: Store;
  draining: () => boolean;
  metrics: Metrics | undefined;
};

/** Starts the work of the first thread beside requests: metrics, mail, webhooks, the operator's socket, the search index, housekeeping. */
export async function startUpkeep({ services, server, others, unlimited, draining, metrics }: UpkeepParts) {
  const { config, store, log, publicUrl, passwords, tail } = services;
  const { database } = config;
  const metricsServer = config.metrics && metrics?.listen(config.metrics.host, config.metrics.port);
  const sender = config.mail && (await import('../mail/sender.ts')).startSender(services, config.mail);
  const closeIdle = async () => {
    // Before it waits for the other threads, since one may hang.
    const own = server.closeIdleConnections();
    return (await others.each((ask) => ask('closeIdle'))).reduce((total, closed) => total + closed, own);
  };
  watchDescriptors(closeIdle, log.events);
  const calls = await startCalls(services, [server.port, metricsServer?.port]);
  const ofOthers = () => others.each((ask) => ask('metrics'));
  const figures = { mail: sender?.figures, webhooks: calls?.figures };
  metrics?.watch({ server, store, passwords, log, tail, database, ...figures, others: ofOthers });
  const socket = database.engine === 'sqlite' ? openOperatorSocket(database.path, unlimited, writes, { publicUrl }) : undefined;
  const indexing = startIndexing(unlimited, draining, log.events);
  const housekeeping = startHousekeeping(store, draining, (err) => log.events.error({ err }, 'housekeeping failed'));
  const kinds = [importJob, dumpKind(config)].filter((kind) => kind !== undefined);
  const jobs = startJobs(kinds, { store, log, singleNode: database.engine === 'sqlite' });
  const schedule = startSchedule(services);
  const listing =
    database.engine === 'sqlite'
      ? startListingRedactions(store, database.path, (err) => log.events.error({ err }, 'the list of redactions could not be written'))
      : undefined;
  return {
    metricsPort: metricsServer?.port,
    socket,
    async stop(): Promise<void> {
      await Promise.all([metricsServer?.stop(true), sender?.stop(), calls?.stop(), jobs.stop(), schedule?.stop()]);
      await Promise.all([housekeeping.stop(), indexing.stop(), listing?.stop()]);
    },
  };
}

/** Pause between two checks for due dumps and for redactions that the list lacks, in ms. */
const period = 60_000;

function startSchedule({ config, store, log }: Services): Repeated | undefined {
  const { dumps, dumpsFolder } = config;
  if (dumpsFolder === undefined) return undefined;
  const failed = (err: unknown) => log.events.error({ err }, 'a dump could not be scheduled');
  const schedule = async () => {
    const oldest = listDumps(dumpsFolder).at(-1)?.made_at;
    return store.write(writes.scheduleDump, system, { daily: dumps === 'daily', oldest: oldest === undefined ? null : Date.parse(oldest) });
  };
  return repeat(schedule, period, failed, 0);
}

/**
 * @param ports of this service, which webhooks may not call
 * @returns undefined if no address may be called
 */
async function startCalls({ config, store, log, publicUrl }: Services, ports: (number | undefined)[]) {
  if (config.outbound === 'off') return undefined;
  const { startWebhooks } = await import('../webhooks/dispatcher.ts');
  const ownAddresses = { publicUrl, ports: ports.filter((port) => port !== undefined) };
  const outbound = createOutbound({ privateAllowed: config.outbound === 'any', ...ownAddresses });
  return startWebhooks({ store, log, outbound, language: config.mail ? config.mailLanguage : null });
}

/** Keeps the list of redactions next to a store up to date: at the start, every minute, and at the end. */
function startListingRedactions(store: Store, path: string, onError: (error: unknown) => void) {
  let listed = 0;
  const list = async () => {
    const redactions = await store.read(listRedactions, null);
    if (redactions.length !== listed) listRedactionsBeside(path, redactions);
    listed = redactions.length;
  };
  const repeated = repeat(list, period, onError, 0);
  return {
    async stop(): Promise<void> {
      await repeated.stop();
      await list().catch(onError);
    },
  };
}
