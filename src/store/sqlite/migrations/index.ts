import accounts from '../../migrations/0001-accounts.sql' with { type: 'text' };
import pendingAddress from '../../migrations/0002-pending-address.sql' with { type: 'text' };
import lists from '../../migrations/0003-lists.sql' with { type: 'text' };
import members from '../../migrations/0009-members.sql' with { type: 'text' };
import albumLists from '../../migrations/0010-album-lists.sql' with { type: 'text' };
import details from '../../migrations/0012-details.sql' with { type: 'text' };
import identifiers from '../../migrations/0013-identifiers.sql' with { type: 'text' };
import creditsTracks from '../../migrations/0014-credits-tracks.sql' with { type: 'text' };
import detailsLists from '../../migrations/0015-details-lists.sql' with { type: 'text' };
import sources from '../../migrations/0016-sources.sql' with { type: 'text' };
import story from '../../migrations/0018-story.sql' with { type: 'text' };
import webhooks from '../../migrations/0020-webhooks.sql' with { type: 'text' };
import redaction from '../../migrations/0021-redaction.sql' with { type: 'text' };
import hiding from '../../migrations/0024-hiding.sql' with { type: 'text' };
import jobs from '../../migrations/0025-jobs.sql' with { type: 'text' };
import { numbered } from '../../migrations.ts';
import { newIndex } from '../../search/state.ts';
import { toSqlite } from '../toSqlite.ts';
import first from './0001-first.sql' with { type: 'text' };
import search from './0004-search.sql' with { type: 'text' };
import indexBehind from './0005-index-behind.sql' with { type: 'text' };
import indexBacklog from './0006-index-backlog.sql' with { type: 'text' };
import opaqueTokens from './0007-opaque-tokens.sql' with { type: 'text' };
import closedLists from './0008-closed-lists.sql' with { type: 'text' };
import aliasIndex from './0011-alias-index.sql' with { type: 'text' };
import trackIndex from './0017-track-index.sql' with { type: 'text' };
import genres from './0019-genres.sql' with { type: 'text' };
import genreTypes from './0022-genre-types.sql' with { type: 'text' };
import lacks from './0023-lacks.sql' with { type: 'text' };

export const migrations = numbered(
  {
    first: first + toSqlite({ accounts }).accounts,
    ...toSqlite({ pendingAddress, lists }),
    ...{ search, indexBehind, indexBacklog, opaqueTokens, closedLists },
    ...toSqlite({ members, albumLists }),
    aliasIndex,
    ...toSqlite({ details, identifiers, creditsTracks, detailsLists, sources }),
    trackIndex,
    ...toSqlite({ story }),
    genres,
    ...toSqlite({ webhooks, redaction }),
    ...{ genreTypes, lacks },
    ...toSqlite({ hiding, jobs }),
  },
  { indexBehind: newIndex },
);
