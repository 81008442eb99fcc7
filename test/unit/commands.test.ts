import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { commands } from '../starts/commands.ts';
import { commandNames } from '../support/commands.ts';

test('every command is tried on a store of another version', () => {
  expect(Object.keys(commands).toSorted()).toEqual(commandNames.toSorted());
});

test('the manual of the operator has every command', () => {
  const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const lacks = (command: string) => !new RegExp(`\\brockola (?:-- )?${command}\\b`).test(manual);
  expect(commandNames.filter(lacks)).toEqual([]);
});
