import { type Migration, numbered } from '../migrations.ts';
import { newIndex } from '../search/state.ts';
import first from './0001-first.sql' with { type: 'text' };
import pendingAddress from './0002-pending-address.sql' with { type: 'text' };
import lists from './0003-lists.sql' with { type: 'text' };
import search from './0004-search.sql' with { type: 'text' };
import indexBehind from './0005-index-behind.sql' with { type: 'text' };
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
import detailsAbove from './0026-details-above.sql' with { type: 'text' };
import detailsLacks from './0027-details-lacks.sql' with { type: 'text' };
import { type Engine, sqlOf } from './sqlOf.ts';

export function migrationsOf(engine: Engine): Migration[] {
  const texts = {
    ...{ first, pendingAddress, lists, search },
    ...(engine === 'sqlite' ? { indexBehind } : { indexRules }),
    ...{ indexBacklog, opaqueTokens, closedLists, members, albumLists, aliasIndex, details, identifiers, creditsTracks, detailsLists },
    ...{ sources, trackIndex, story, genres, webhooks, redaction, genreTypes, lacks, hiding, jobs, detailsAbove, detailsLacks },
  };
  const sql = Object.entries(texts).map(([name, text]) => [name, sqlOf(engine, text)]);
  return numbered(Object.fromEntries(sql), { indexBehind: newIndex, indexRules: newIndex });
}
