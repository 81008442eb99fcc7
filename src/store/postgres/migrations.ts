import { migrationsOf } from '../migrations/index.ts';

export const migrations = migrationsOf('postgres');
