import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoAtEnd } from './leftovers.ts';
import { initialise, owner, type PgServer, startServer } from './pgServer.ts';
import { startStandby, untilStreaming } from './standby.ts';

/** A primary and its one standby. */
export type Cluster = {
  synchronous: boolean;
  primary: PgServer;
  standby: PgServer;
  /** Call it after the primary has ended. The promoted standby becomes the primary, and a new standby is made. */
  replacePrimary(): Promise<void>;
  /** Ends and removes everything. */
  destroy(): void;
};

/** @param synchronous whether a commit waits for the standby */
export async function startCluster(synchronous: boolean): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-failover-'));
  // PostgreSQL may run as another user, who must be able to enter this folder.
  chmodSync(folder, 0o755);
  const started: PgServer[] = [];
  const destroy = undoAtEnd(() => {
    for (const server of started) server.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  async function addStandby(primary: PgServer): Promise<PgServer> {
    const name = `pg${started.length + 1}`;
    const standby = await startStandby(primary, name, join(folder, name));
    started.push(standby);
    // Set only after the copy: a copy with this setting would wait for a missing standby after its promotion.
    await primary.query(`alter system set synchronous_standby_names = '${synchronous ? name : ''}'`);
    await primary.query('select pg_reload_conf()');
    await untilStreaming(primary, standby, synchronous);
    return standby;
  }

  try {
    await initialise(join(folder, 'pg1'));
    const primary = await startServer('pg1', join(folder, 'pg1'));
    started.push(primary);
    await primary.query(`create role ${owner.user} login password '${owner.password}'`);
    await primary.query(`alter database postgres owner to ${owner.user}`);
    const cluster: Cluster = {
      synchronous,
      primary,
      standby: await addStandby(primary),
      async replacePrimary() {
        cluster.primary.destroy();
        cluster.primary = cluster.standby;
        cluster.standby = await addStandby(cluster.primary);
      },
      destroy,
    };
    return cluster;
  } catch (error) {
    destroy();
    throw error;
  }
}
