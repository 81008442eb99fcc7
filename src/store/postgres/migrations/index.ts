import type { Migration } from '../../migrations.ts';
import { newIndex } from '../../search/state.ts';
import first from './0001-first.sql' with { type: 'text' };
import pendingAddress from './0002-pending-address.sql' with { type: 'text' };
import lists from './0003-lists.sql' with { type: 'text' };
import search from './0004-search.sql' with { type: 'text' };
import indexRules from './0005-index-rules.sql' with { type: 'text' };
import indexBacklog from './0006-index-backlog.sql' with { type: 'text' };
import opaqueTokens from './0007-opaque-tokens.sql' with { type: 'text' };
import closedLists from './0008-closed-lists.sql' with { type: 'text' };
import members from './0009-members.sql' with { type: 'text' };
import albumLists from './0010-album-lists.sql' with { type: 'text' };
import aliasIndex from './0011-alias-index.sql' with { type: 'text' };
import details from './0012-details.sql' with { type: 'text' };
import identifiers from './0013-identifiers.sql' with { type: 'text' };
import creditsTracks from './0014-credits-tracks.sql' with { type: 'text' };
import detailsLists from './0015-details-lists.sql' with { type: 'text' };
import sources from './0016-sources.sql' with { type: 'text' };
import trackIndex from './0017-track-index.sql' with { type: 'text' };
import story from './0018-story.sql' with { type: 'text' };
import genres from './0019-genres.sql' with { type: 'text' };
import webhooks from './0020-webhooks.sql' with { type: 'text' };
import redaction from './0021-redaction.sql' with { type: 'text' };
import genreTypes from './0022-genre-types.sql' with { type: 'text' };
import lacks from './0023-lacks.sql' with { type: 'text' };
import hiding from './0024-hiding.sql' with { type: 'text' };
import jobs from './0025-jobs.sql' with { type: 'text' };

export const migrations: Migration[] = [
  { number: 1, name: 'first', sql: first },
  { number: 2, name: 'pending-address', sql: pendingAddress },
  { number: 3, name: 'lists', sql: lists },
  { number: 4, name: 'search', sql: search },
  { number: 5, name: 'index-rules', sql: indexRules, inNewStore: newIndex },
  { number: 6, name: 'index-backlog', sql: indexBacklog },
  { number: 7, name: 'opaque-tokens', sql: opaqueTokens },
  { number: 8, name: 'closed-lists', sql: closedLists },
  { number: 9, name: 'members', sql: members },
  { number: 10, name: 'album-lists', sql: albumLists },
  { number: 11, name: 'alias-index', sql: aliasIndex },
  { number: 12, name: 'details', sql: details },
  { number: 13, name: 'identifiers', sql: identifiers },
  { number: 14, name: 'credits-tracks', sql: creditsTracks },
  { number: 15, name: 'details-lists', sql: detailsLists },
  { number: 16, name: 'sources', sql: sources },
  { number: 17, name: 'track-index', sql: trackIndex },
  { number: 18, name: 'story', sql: story },
  { number: 19, name: 'genres', sql: genres },
  { number: 20, name: 'webhooks', sql: webhooks },
  { number: 21, name: 'redaction', sql: redaction },
  { number: 22, name: 'genre-types', sql: genreTypes },
  { number: 23, name: 'lacks', sql: lacks },
  { number: 24, name: 'hiding', sql: hiding },
  { number: 25, name: 'jobs', sql: jobs },
];
