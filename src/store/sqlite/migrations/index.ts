import type { Migration } from '../../migrations.ts';
import catalogue from './0001-catalogue.sql' with { type: 'text' };
import accounts from './0002-accounts.sql' with { type: 'text' };
import tries from './0003-tries.sql' with { type: 'text' };

export const migrations: Migration[] = [
  { number: 1, name: 'catalogue', sql: catalogue },
  { number: 2, name: 'accounts', sql: accounts },
  { number: 3, name: 'tries', sql: tries },
];
