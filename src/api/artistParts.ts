import { linkedDataType, prefers, requireJsonAccepted } from '../http/accept.ts';
import { jsonReply } from '../http/contentReply.ts';
import { type Route, route } from '../http/route.ts';
import { artistAnswer, artistReadQuery } from '../model/artistParts.ts';
import { chain } from '../model/awaitable.ts';
import type { PathOf } from '../model/record.ts';
import { reads } from '../operations/reads.ts';

/** The route that reads an artist. With `include` its answer also has some of the artist's lists. */
export function withParts(read: Route): Route {
  return route({
    ...read,
    description: `${read.description} With \`include\` the artist and the first records of its lists in one answer, always as plain JSON.`,
    query: artistReadQuery,
    success: { ...read.success, schema: artistAnswer },
    handle(input, services) {
      const { include } = input.query;
      if (include === undefined) return read.handle(input, services);
      const { headers, cached } = input;
      if (prefers(linkedDataType, headers)) requireJsonAccepted(headers);
      const partsQuery = { ...(input.params as PathOf<'artist'>), include };
      return cached(() => chain(services.store.read(reads.readArtistParts.run, partsQuery), (body) => jsonReply(body, headers)));
    },
  });
}
