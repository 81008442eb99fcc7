import type { Route } from '../http/route.ts';
import { accountRoutes } from './accounts.ts';
import { albumRoutes } from './albums.ts';
import { artistRoutes } from './artists.ts';
import { keyRoutes } from './keys.ts';
import { meRoutes } from './me.ts';
import { passwordRoutes } from './password.ts';
import { passwordResetRoutes } from './passwordReset.ts';
import { sessionRoutes } from './sessions.ts';
import { userRoutes } from './user.ts';
import { verificationRoutes } from './verification.ts';

/** Every operation of the contract. */
export function apiRoutes(minPasswordLength: number): Route[] {
  return [
    ...artistRoutes,
    ...albumRoutes,
    ...userRoutes(minPasswordLength),
    ...verificationRoutes,
    ...passwordResetRoutes(minPasswordLength),
    ...meRoutes,
    ...passwordRoutes(minPasswordLength),
    ...sessionRoutes,
    ...keyRoutes,
    ...accountRoutes,
  ];
}
