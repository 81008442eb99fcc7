import type { Migration } from '../../migrations.ts';
import first from './0001-first.sql' with { type: 'text' };

export const migrations: Migration[] = [{ number: 1, name: 'first', sql: first }];
