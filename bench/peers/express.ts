import { overNode } from './overNode.ts';

export const express = overNode('express', {
  name: 'Express + better-sqlite3',
  note: 'the usual way: count(*) for the total; one commit per POST, with synchronous = FULL',
  goal: { get: 6, list: 100, post: 8 },
});
