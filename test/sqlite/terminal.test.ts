import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { factKinds, kinds } from '../../src/model/record.ts';
import { sampleOf } from '../support/amount.ts';
import { commandNames } from '../support/commands.ts';
import { startRockola } from '../support/harness.ts';
import { remedyWords } from '../support/remedyWords.ts';

/** Texts of strangers, and texts that an operator pastes, do not act on the operator's terminal, whatever command shows them. */
const hostile = '\x1b[2J\x1b]0;x\x07\n999  confirmed  admin\r\t\u0085\u009b1A\u202e\u2066\u200b\u2028\u2029\ufeff\u{e0041}';
const controlCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const rockola = await startRockola();
const people = await Promise.all(Array.from({ length: 4 }, (_, i) => rockola.person(`P${i}`)));
for (const { id } of people) {
  await rockola.send('PATCH', `/user/accounts/${id}`, { name: `Eve${hostile}` });
  // Addresses do not have such characters, unless they were written into the store directly.
  await rockola.sql(`update "user" set name = '${`Eve${hostile}`}', email = '${`eve${id}${hostile}@example.org`}' where id = ${id}`);
}
const key = { name: `key${hostile}`, scopes: ['artists:write'] };
await rockola.send('POST', '/user/keys', key);
await rockola.sql(`update artist set name = '${hostile}' where id = 1001`);
afterAll(() => rockola.stop());

/** A call of each command that shows hostile text: from the store, from its arguments, or both. `lines` if their number is certain. */
type Run = { args: string[]; stdin?: string; lines?: number };
const runs: Record<string, () => Run[]> = {
  'account list': () => [{ args: [], lines: 2 + people.length }],
  'account add': () => [
    { args: [`Eve${hostile}`, 'new@example.org'], stdin: 'rock-n-roll', lines: 1 },
    { args: ['Eve', `new${hostile}@example.org`] },
  ],
  'account role': () => [{ args: [emailOf(0), 'reader'], lines: 1 }, { args: [hostile, 'reader'] }, { args: [emailOf(0), hostile] }],
  'account suspend': () => [{ args: [emailOf(1)], lines: 1 }],
  'account reinstate': () => [{ args: [emailOf(1)], lines: 1 }],
  'account remove': () => [{ args: [emailOf(2)], lines: 1 }],
  'account log-out': () => [{ args: [emailOf(1)], lines: 1 }],
  'account events': () => [{ args: [emailOf(1)] }, { args: [hostile] }, { args: ['4242'] }],
  'account reset-link': () => [{ args: [emailOf(1)], lines: 1 }, { args: [hostile] }],
  'account admin-link': () => [{ args: [], lines: 1 }],
  'account verify': () => [{ args: [emailOf(3)], lines: 1 }],
  'key list': () => [{ args: [], lines: 3 }],
  'key add': () => [{ args: [emailOf(1), '--name', hostile] }, { args: [emailOf(1), '--scopes', hostile] }, { args: [hostile] }],
  'key revoke': () => [{ args: [hostile] }, { args: ['4242'] }],
  history: () => [{ args: ['artist', '1001'] }, { args: ['album', '4242'] }, { args: [hostile, '1001'] }, { args: ['artist', hostile] }],
  ...Object.fromEntries(
    kinds.map((kind) => [
      `redact ${kind}`,
      () => [
        { args: ['4242', '1', '--hide', 'all', '--reason', hostile] },
        { args: [hostile, '1', '--hide', hostile, '--reason', hostile] },
      ],
    ]),
  ),
  'redact list': () => [{ args: [] }, { args: [hostile] }],
  'redact again': () => [{ args: [hostile] }],
  compact: () => [{ args: [] }, { args: [hostile] }],
  'undo artist': () => [
    { args: ['1001', '1'], lines: 1 },
    { args: ['1001', '42'] },
    { args: ['4242', '1'] },
    { args: [hostile, '1'] },
    { args: ['1001', hostile] },
  ],
  'undo album': () => [{ args: ['1', hostile] }, { args: [hostile, '1'] }],
  ...Object.fromEntries(factKinds.map((kind) => [`undo ${kind}`, () => [{ args: ['1', hostile] }, { args: [hostile, '1'] }]])),
  'undo account': () => [
    { args: [emailOf(0), '--since', '2026-01-01T00:00:00Z'], lines: 1 },
    { args: [hostile, '--since', '2026-01-01T00:00:00Z'] },
    { args: ['4242', '--since', '2026-01-01T00:00:00Z'] },
    { args: [emailOf(0), '--since', hostile, '--until', hostile] },
  ],
  starter: () => [{ args: ['--add'] }, { args: ['--dry-run'] }, { args: [hostile] }],
  check: () => [{ args: [] }, { args: [hostile] }],
  export: () => [
    { args: ['--kind', hostile, '--format', hostile] },
    { args: ['--after', hostile] },
    { args: ['--output', join(rockola.folder, `e${hostile}.ndjson`)] },
    { args: ['--output', join(rockola.folder, `no/${hostile}/e.ndjson`)] },
  ],
  import: () => [{ args: [hostile] }, { args: [hostile, '--map', hostile] }, { args: ['--apply', hostile] }],
  dump: () => [{ args: [] }, { args: [hostile] }],
  'job list': () => [{ args: [] }],
  'job cancel': () => [{ args: ['4242'] }, { args: [hostile] }],
  index: () => [{ args: [] }, { args: [hostile] }],
  'mail test': () => [{ args: [hostile] }, { args: [`x${hostile}@example.org`] }],
  backup: () => [
    { args: [join(rockola.folder, `b${hostile}.db`)] },
    { args: ['--into', join(rockola.folder, hostile)] },
    { args: [join(rockola.folder, `no/${hostile}/b.db`)] },
  ],
  restore: () => [{ args: [join(rockola.folder, `b${hostile}.db`)] }, { args: [hostile] }],
  move: () => [{ args: ['--from', `sqlite:${hostile}`, '--to', `sqlite:${hostile}2`] }, { args: ['--from', hostile, '--to', hostile] }],
  migrate: () => [{ args: [], lines: 1 }, { args: ['--check'], lines: 1 }, { args: [hostile] }],
  routes: () => [{ args: [] }, { args: ['--json'] }, { args: [hostile] }],
  health: () => [{ args: [] }, { args: [hostile] }],
  completion: () => [{ args: ['bash'] }, { args: [hostile] }],
  serve: () => [{ args: [hostile] }],
};
const emailOf = (i: number) => people[i]?.email as string;

test('every command is tried here', () => {
  expect(Object.keys(runs).toSorted()).toEqual(commandNames.toSorted());
});

/** The commands that differ only in the names of their kinds. */
const isOfKind = (command: string) => kinds.some((kind) => command === `redact ${kind}` || command === `undo ${kind}`);
const tried = [...commandNames.filter((command) => !isOfKind(command)), ...sampleOf(commandNames.filter(isOfKind), 5)];

test.each(tried)('rockola %s prints no control characters, and each of its refusals names a remedy', async (command) => {
  for (const { args, stdin, lines } of runs[command]?.() ?? []) {
    const { code, out, err } = await rockola.cli([...command.split(' '), ...args], stdin);
    if (code > 0) expect([args, err, remedyWords.test(err)]).toEqual([args, err, true]);
    const all = (out + err).replaceAll('\n', '');
    expect([args, controlCharacter.exec(all)?.[0].codePointAt(0)?.toString(16)]).toEqual([args, undefined]);
    if (lines !== undefined) expect([args, out.trimEnd().split('\n').length]).toEqual([args, lines]);
    expect((out + err).split('\n').filter((line) => line.startsWith('999'))).toEqual([]);
    expect(err).not.toContain('defect');
  }
});
