import { factKinds } from '../../src/model/record.ts';
import { addFact } from './facts.ts';
import type { Rockola } from './harness.ts';
import { randomFrom } from './random.ts';
import { seed } from './seed.ts';

/** Texts that JSON, CSV or lines must escape or that break careless readers. */
const nasty = [
  '"',
  '\\',
  ',',
  '\n',
  '\r\n',
  '\t',
  '\u2028',
  '\u0085',
  ';',
  '=1+1',
  '-',
  '@',
  "'",
  '🎸',
  'ñ',
  '\u202e',
  '\u001b[2J',
  'null',
  ' ',
];

/** Adds artists with everything that may be under them, in texts of random pieces. Two have ids that a double cannot hold. */
export async function addOddCatalogue({ call, adminKey: key }: Rockola): Promise<void> {
  const send = (method: string, target: string, body?: unknown) => call(method, target, { body, key });
  const random = randomFrom(seed);
  const text = () => `x${Array.from({ length: 1 + random.below(12) }, () => nasty[random.below(nasty.length)]).join('')}`;
  const ids = [9223372036854775807n, 9007199254740993n];
  for (let i = 0; i < 12; i++) {
    const body = { id: ids[i] ?? null, name: text(), description: text(), band: text() };
    const { json: artist } = await send('POST', '/api/v1/artists', body);
    const { json: album } = await send('POST', `/api/v1/artists/${artist.id}/albums`, { name: text(), year: 1970 });
    const place = { artistId: artist.id, albumId: album.id };
    for (const kind of factKinds) await addFact(send, kind, place);
    await send('POST', `/api/v1/artists/${artist.id}/aliases`, { name: text(), kind: 'nickname' });
    await send('PATCH', `/api/v1/artists/${artist.id}/details`, { place: text(), genres: [] });
  }
}
