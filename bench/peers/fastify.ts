import { overNode } from './overNode.ts';

export const fastify = overNode('fastify', {
  name: 'Fastify + better-sqlite3',
  note: 'schemas and its logger on; count(*) for the total; one commit per POST, with synchronous = FULL',
  goal: { get: 1, list: 1, post: 1 },
});
