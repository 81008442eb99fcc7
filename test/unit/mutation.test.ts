import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { generateMistakes } from '../mutation/generate.ts';
import { isExcused } from '../mutation/report.ts';
import { survivors } from '../mutation/survivors.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('every reason is of a mistake that is made', async () => {
  const files = [...new Set(survivors.map(({ file }) => file))];
  const made = await generateMistakes(process.cwd(), files);
  const idle = survivors.filter((known) => !made.some((mistake) => isExcused(known, mistake, read(mistake.file))));
  expect(idle).toEqual([]);
}, 30_000);
