import { expect, test } from 'bun:test';
import { z } from 'zod';
import { pathOf } from '../../src/http/requestContext.ts';
import { idsOf } from '../../src/http/validate.ts';
import { idText } from '../../src/model/int64.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed, 2);

const ids = [
  '0',
  '-0',
  '007',
  '+1',
  '1',
  '-1',
  '1e0',
  '1.0',
  '',
  ' 1',
  '١',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
];
const randomId = () => Array.from({ length: 1 + random.below(21) }, () => random.pick(['0', '1', '7', '9', '-', ' '])).join('');

test(`the fast reader of ids accepts what their schema accepts, seed ${seed}`, () => {
  const schema = z.strictObject({ artistId: idText, albumId: idText });
  const read = idsOf(schema);
  for (const id of [...ids, ...Array.from({ length: 2_000 }, randomId)]) {
    const params = { artistId: '1', albumId: id };
    expect([id, read(params)]).toEqual([id, schema.safeParse(params).data]);
  }
});

test('parameters that are not all ids are left to their schema', () => {
  expect(idsOf(z.strictObject({ artistId: idText, name: z.string() }))({ artistId: '1', name: 'a' })).toBeUndefined();
});

test(`the fast reader of paths finds the path that the URL parser finds, seed ${seed}`, () => {
  const pieces = ['/', 'a', '34', 'artists', '1', '.', '..', '%', '%41', '%2F', '%25', 'ñ', '#', ':', '@', '=', '&', ';', '\\'] as const;
  for (let i = 0; i < 5_000; i++) {
    const path = Array.from({ length: random.below(8) }, () => random.pick(pieces)).join('');
    const query = random.below(2) === 0 ? '' : `?${random.pick(pieces)}${random.pick(pieces)}`;
    const { href } = new URL(`http://localhost:${1 + random.below(60_000)}/${path.replace(/^[/\\]+/, '')}${query}`);
    const raw = new URL(href).pathname;
    if (!raw.includes('%')) expect([href, pathOf(href, '')]).toEqual([href, raw]);
    // A parameter of the path is decoded later, and must not be decoded twice.
    const whole = decoded(raw.replace(/%(?![\da-f]{2})/gi, '%25'));
    if (whole !== undefined) expect([href, decodeURIComponent(pathOf(href, ''))]).toEqual([href, whole]);
  }
});

/** Undefined for text that is no UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
