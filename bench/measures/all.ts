import type { Measure } from '../measure.ts';
import { burst } from './burst.ts';
import { credentials } from './credentials.ts';
import { exports } from './exports.ts';
import { facts } from './facts.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { imports } from './imports.ts';
import { listening } from './listeners.ts';
import { lists } from './lists.ts';
import { peers } from './peers.ts';
import { postgres } from './postgres.ts';
import { reads } from './reads.ts';
import { readsDuringWrites } from './readsDuringWrites.ts';
import { searches } from './search.ts';
import { searchCosts } from './searchCosts.ts';
import { signUp } from './signUp.ts';
import { site } from './site.ts';
import { start } from './start.ts';
import { watching } from './watching.ts';
import { webhooks } from './webhooks.ts';
import { wholeMachine } from './wholeMachine.ts';
import { writes } from './writes.ts';

/** In the order of the table in docs/performance.md. */
export const measures: Measure[] = [
  reads,
  lists,
  writes,
  facts,
  readsDuringWrites,
  searches,
  searchCosts,
  signUp,
  credentials,
  site,
  exports,
  imports,
  start,
  postgres,
  peers,
  wholeMachine,
  listening,
  burst,
  idle,
  webhooks,
  watching,
  growth,
];
