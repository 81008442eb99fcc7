import { route } from '../http/route.ts';
import { artist } from '../model/artist.ts';
import { drawQuery } from '../model/draw.ts';
import { toJson } from '../model/json.ts';
import { shortListOf } from '../model/search/searchQuery.ts';
import { drawOfDay, randomDraw } from '../operations/draw.ts';
import { reads } from '../operations/reads.ts';

export const drawRoute = route({
  operation: 'drawArtists',
  method: 'get',
  path: '/api/v1/artists/random',
  tag: 'Artists',
  summary: 'Draw artists by lot',
  description: 'Other artists each time, all equally likely. With `of=today` the artists of the front page.',
  query: drawQuery,
  conditions: [],
  success: { status: 200, description: 'Artists', schema: shortListOf('ArtistList', artist.shown) },
  problems: ['invalid-input'],
  async handle({ query: { limit, of }, caller }, { store }) {
    const draw = of === 'today' ? drawOfDay(Date.now()) : randomDraw();
    const data = await store.readSlow(reads.readDrawn, { draw, count: Number(limit) }, caller());
    return { status: 200, body: toJson({ data }), headers: { 'Cache-Control': 'no-store' } };
  },
});
