import { expect, test } from 'bun:test';
import { createFile } from '../../src/jobs/file.ts';
import { maxChunk } from '../../src/model/job.ts';

test('a file of a job has its texts, in pieces up to the limit; further pieces of an earlier run are emptied', async () => {
  const stored = Array.from({ length: 6 }, () => Buffer.from('earlier'));
  const file = createFile(
    {
      read: async (_, number) => stored[number],
      async write(_, number, bytes) {
        stored[number] = Buffer.from(bytes);
      },
    },
    'report',
  );
  // Characters of one to four bytes. The third piece ends three bytes into one of four, which Bun before 1.4 encoded wrongly.
  const texts = ['a', 'ñ', '€', '😀'].map((character, i) => `${'x'.repeat(i)}${character.repeat(100_000)}\n`);
  for (const text of ['', ...texts, 'end\n']) await file.add(text);
  await file.end();
  expect(Buffer.concat(stored).equals(Buffer.from(`${texts.join('')}end\n`))).toBe(true);
  expect(stored.filter(({ length }) => length > maxChunk)).toEqual([]);
  expect(stored.map(({ length }) => length > 0)).toEqual([true, true, true, true, false, false]);
});
