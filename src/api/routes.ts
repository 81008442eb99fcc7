import type { Route } from '../http/route.ts';
import { albumRoutes } from './albums.ts';
import { artistRoutes } from './artists.ts';
import { passwordResetRoutes } from './passwordReset.ts';
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
  ];
}
