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
  /** The goal of each kind of work, as a multiple of the peer's rate. */
  goal: Record<Work, number>;
  /** It gets one POST at a time. With more waiting, it would answer none within its turn and still be busy in the turns of others. */
  slowPost?: true;
  /** Installs it unless it is installed. @throws with the reason if that fails */
  install(): Promise<void>;
  /**
   * @param folder for its files, on the same disk as those of the others
   * @param core the core it runs on, by default `served`
   * @returns its requests
   */
  start(store: FilledStore, folder: string, port: number, core?: Core): Promise<Record<Work, Workload>>;
};

/** Read a random artist; list ten artists with the total; add an artist. */
export type Work = 'get' | 'list' | 'post';

/** Installs and starts a peer on a free port. @returns its address and requests, or why it does not run */
export async function startPeer(peer: Peer, store: FilledStore, { say }: Bench, core?: Core) {
  try {
    say(`preparing ${peer.name}`);
    await peer.install();
    const port = await freePort();
    return { name: peer.name, url: `http://127.0.0.1:${port}`, work: await peer.start(store, scratchFolder(), port, core) };
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
