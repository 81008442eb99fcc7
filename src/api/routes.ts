import type { Route } from '../http/route.ts';
import { albumRoutes } from './albums.ts';
import { artistRoutes } from './artists.ts';
import { userRoutes } from './user.ts';

/** Every operation of the contract. */
export function apiRoutes(minPasswordLength: number): Route[] {
  return [...artistRoutes, ...albumRoutes, ...userRoutes(minPasswordLength)];
}
