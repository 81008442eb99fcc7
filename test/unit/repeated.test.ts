import { expect, test } from 'bun:test';
import { tellRarely } from '../../src/model/repeated.ts';

test('a repeated failure is logged when it begins, once a minute with a count, and when it ends', () => {
  const lines: string[] = [];
  let time = 0;
  const trouble = tellRarely(
    (text, level = undefined) => lines.push(level ? `${level}: ${text}` : text),
    'it works',
    () => time,
  );
  trouble.worked();
  // 300 failures a second for 150 s, with a success between each two.
  for (; time < 150_000; time += 1000 / 300) {
    trouble.failed('the disk is full');
    trouble.worked();
  }
  time += 6_000;
  trouble.worked();
  trouble.worked();
  expect(lines).toEqual([
    'the disk is full',
    expect.stringMatching(/^the disk is full \(and 17999 times since the last such line\)$/),
    expect.stringMatching(/^the disk is full \(and 1\d{4} times since the last such line\)$/),
    expect.stringMatching(/^info: it works; it had failed 8\d{3} times since the last line about it$/),
  ]);
});

test('a failure with another text is logged at once, and each text once', () => {
  const lines: string[] = [];
  const trouble = tellRarely(
    (text) => lines.push(text),
    'it works',
    () => 0,
  );
  for (const text of ['full', 'full', 'broken', 'broken', 'full']) trouble.failed(text);
  expect(lines).toEqual(['full', 'broken']);
});
