import { rmSync } from 'node:fs';
import { outageLogLines } from '../postgres/outageLogLines.ts';
import { startRockola } from '../support/harness.ts';
import type { Ledger } from '../support/ledger/ledger.ts';
import { startCluster } from './cluster.ts';
import { type Failure, failures, receiverEmptied } from './failures.ts';
import { openLeaderPort } from './leaderPort.ts';
import { undoAtEnd } from './leftovers.ts';
import { owner } from './pgServer.ts';
import { type Round, runRound, type Stage } from './round.ts';

/** Rounds on a synchronous pair, which must lose nothing; `check` is the final result of `rockola check`. */
export async function proveFailover(rounds: number): Promise<{ rounds: Round[]; check: string[] }> {
  return onStage(true, async (stage, check) => {
    const ledger: Ledger = [];
    const done: Round[] = [];
    for (let n = 0; n < rounds; n++) {
      done.push(await runRound(stage, failures[n % failures.length] as Failure, String(n + 1), ledger));
    }
    return { rounds: done, check: await check() };
  });
}

/** Rounds on an asynchronous pair. Acked writes must be missing; otherwise the proof could not detect a loss. */
export async function proveSight(rounds: number): Promise<Round[]> {
  return onStage(false, async (stage) => {
    const done: Round[] = [];
    for (let n = 0; n < rounds; n++) {
      done.push(await runRound(stage, receiverEmptied, `control ${n + 1}`, []));
    }
    return done;
  });
}

async function onStage<T>(synchronous: boolean, work: (stage: Stage, check: () => Promise<string[]>) => Promise<T>): Promise<T> {
  const cluster = await startCluster(synchronous);
  const leader = await openLeaderPort(cluster.primary.port);
  try {
    const settings = {
      DATABASE_URL: `postgres://${owner.user}:${owner.password}@127.0.0.1:${leader.port}/postgres`,
      ROCKOLA_STARTER: 'off',
    };
    const service = await startRockola(settings, { expectErrors: outageLogLines });
    const end = undoAtEnd(() => {
      service.process.kill('SIGKILL');
      rmSync(service.folder, { recursive: true, force: true });
    });
    try {
      return await work({ cluster, leader, service }, async () => {
        const { code, out, err } = await service.cli(['check']);
        return code === 0 ? [] : [out + err];
      });
    } finally {
      await service.stop();
      end();
    }
  } finally {
    leader.close();
    cluster.destroy();
  }
}

/** Every fault in the rounds of a synchronous pair, once, even if later rounds find it again. */
export function faultsOf(rounds: Round[]): string[] {
  return [...new Set(rounds.flatMap(faultsOfRound))];
}

function faultsOfRound({ lost, twice, stray, odd, early }: Round): string[] {
  const named = { lost, twice, 'stored against its answer': stray, 'refused wrongly': odd, 'acked without the standby': early };
  return Object.entries(named).flatMap(([kind, all]) => all.map((fault) => `${kind}: round ${fault}`));
}
