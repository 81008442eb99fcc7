import type { Route } from '../http/route.ts';
import { accountRoutes } from './account.ts';
import { albumRoutes } from './album.ts';
import { artistRoutes } from './artist.ts';
import { bandRoute } from './band.ts';
import { changeRoutes } from './change.ts';
import { drawRoute } from './draw.ts';
import { exportRoute } from './export.ts';
import { factsRoutes } from './facts.ts';
import { importRoutes } from './import.ts';
import { jobRoutes } from './job.ts';
import { keyRoutes } from './key.ts';
import { loginRoute } from './login.ts';
import { mailLinkRoutes } from './mailLink.ts';
import { ownAccountRoutes } from './ownAccount.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { signUpRoute } from './signUp.ts';
import { statisticsRoute } from './statistics.ts';
import { webhookRoutes } from './webhook.ts';

export function apiRoutes(minPasswordLength: number): Route[] {
  return [
    // Before the routes of artists, whose pattern `/artists/{artistId}` also matches these paths.
    ...searchRoutes,
    drawRoute,
    ...artistRoutes,
    ...albumRoutes,
    ...factsRoutes,
    bandRoute,
    ...changeRoutes,
    exportRoute,
    statisticsRoute,
    signUpRoute(minPasswordLength),
    loginRoute,
    ...mailLinkRoutes(minPasswordLength),
    ...ownAccountRoutes(minPasswordLength),
    ...sessionRoutes,
    ...keyRoutes,
    ...webhookRoutes,
    ...jobRoutes,
    ...importRoutes,
    ...accountRoutes,
  ];
}
