import { contentReply } from '../http/contentReply.ts';
import { foundReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { artist } from '../model/artist.ts';
import { pageOf } from '../model/page.ts';
import {
  duplicateQuery,
  foundShape,
  searchQuery,
  shortListOf,
  showFound,
  showSuggestion,
  suggestionQuery,
  suggestionShape,
} from '../model/search/searchQuery.ts';
import { reads } from '../operations/reads.ts';
import { type Found, findInterpreted } from '../operations/search/search.ts';

const path = '/api/v1/search';

export const searchRoutes = [
  route({
    operation: 'suggestArtists',
    method: 'get',
    path: '/api/v1/artists/suggestions',
    tag: 'Search',
    summary: 'Suggest artists while somebody types',
    description:
      'Artists with a name, alias or band that begins with the text, the likeliest first. With `with=albums` also albums, whose `id`, `name` and `band` are those of their artist.',
    query: suggestionQuery,
    success: { status: 200, description: 'Suggestions', schema: shortListOf('SuggestionList', suggestionShape), headers: ['ETag'] },
    async handle({ query, caller }, { store }) {
      return contentReply({ data: (await store.readSlow(reads.suggestArtists, query, caller())).map(showSuggestion) });
    },
  }),

  route({
    operation: 'findDuplicates',
    method: 'get',
    path: '/api/v1/artists/duplicates',
    tag: 'Search',
    summary: 'Find artists that a name likely means',
    description:
      'Ask before you add an artist. The answer to an added artist also has up to five likely duplicates in `Link`; it has none if the service was too busy to search for them.',
    query: duplicateQuery,
    success: { status: 200, description: 'Likely duplicates', schema: shortListOf('ArtistList', artist.shown), headers: ['ETag'] },
    async handle({ query, caller }, { store }) {
      return contentReply({ data: await store.readSlow(reads.findDuplicates, query, caller()) });
    },
  }),

  route({
    operation: 'search',
    method: 'get',
    path,
    tag: 'Search',
    summary: 'Find artists and albums',
    description:
      'The likeliest records come first; each says which of its texts match. Accents, case, spaces and a typo or two are ignored. `charly garcía 83` and `quién tocó en Serú Girán` find what people mean. Then `Link` has a `rel="related"` link to the members of that group; for `los 70`, links to the albums and artists of that decade.',
    mayNeed: 'read deleted',
    query: searchQuery,
    success: { status: 200, description: 'One page of what was found', schema: pageOf('FoundPage', foundShape), headers: ['ETag', 'Link'] },
    async handle({ query, caller, checkRight }, { store, config }) {
      const { q, kind, limit, offset, explain } = query;
      if (explain) await checkRight();
      const runSearch = async (q: string) => store.readSlow(reads.searchRecords, { q, kind, limit, offset }, caller());
      const { asked, records, ...page } = await findInterpreted(q, runSearch);
      const related = relatedTo(asked, records);
      const found = { ...page, records: records.map((record) => showFound(record, explain !== undefined)) };
      const linkQuery = { q, ...(kind && { kind }), ...(explain && { explain }) };
      return foundReply(found, query, { path, query: linkQuery, related }, config.prefix);
    },
  }),
];

/** The paths of the lists that the text of the search asks for. */
function relatedTo(asked: Found['asked'], [first]: Found['records']): string[] {
  if (asked?.kind === 'decade') return ['albums', 'artists'].map((list) => `/api/v1/${list}?decade=${asked.decade}`);
  return asked?.kind === 'members' && first?.candidate.kind === 'artist' ? [`/api/v1/artists/${first.candidate.artist.id}/members`] : [];
}
