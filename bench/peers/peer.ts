import { freePort } from '../../test/support/postgres/server.ts';
import { type FilledStore, scratchFolder } from '../catalogue/stores.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench } from '../measure.ts';
import type { Core } from '../processes.ts';
import { reasonOf } from '../reason.ts';

/** Another service that does the same work on the same artists. */
export type Peer = {
  name: string;
  /** How it was set up, in a few words, and what it does not do. */
  note: string;
  /** How many times as much the service is to do of each kind of work. */
  goal: Record<Work, number>;
  /** Adds one at a time: with more waiting it would answer none within a turn, and be busy with them in the turns of others. */
  slowPost?: true;
  /** Installs it where that was not done yet. @throws with the reason where it cannot be */
  install(): Promise<void>;
  /** @param folder where it may keep what it needs, on the disk of the others @param core that it may use, by default one of its own */
  start(store: FilledStore, folder: string, port: number, core?: Core): Promise<RunningPeer>;
};

export type RunningPeer = { work: Record<Work, Workload>; stop(): Promise<void> };

/** Read one at random; list ten with how many there are; add one and have it kept. */
export type Work = 'get' | 'list' | 'post';

/** Installs and starts a peer on a free port. @returns where it is, or why there is none */
export async function startPeer(peer: Peer, store: FilledStore, { say }: Bench, core?: Core) {
  try {
    say(`preparing ${peer.name}`);
    await peer.install();
    const port = await freePort();
    return { name: peer.name, url: `http://127.0.0.1:${port}`, ...(await peer.start(store, scratchFolder(), port, core)) };
  } catch (error) {
    return reasonOf(error);
  }
}

const body = JSON.stringify({
  name: 'Almendra {n}',
  description: 'Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.',
  image: '',
  band: 'Almendra',
});

/** The requests of a peer whose artists are at `path` and `path`/ID. @param list the path and query of a page with its total */
export function workOf(path: string, ids: [number, number], list: string, headers: Record<string, string> = {}): Record<Work, Workload> {
  return {
    get: { method: 'GET', path: `${path}/{id}`, headers: {}, ids },
    list: { method: 'GET', path: list, headers: {}, ids },
    post: { method: 'POST', path, headers: { 'Content-Type': 'application/json', ...headers }, body, ids },
  };
}
