import { knownTypes } from '../../src/model/kinds.ts';
import { factKinds, kindRows, kinds, maxFacts, parentOf } from '../../src/model/record.ts';
import { maxWebhooks } from '../../src/model/webhook.ts';
import { maxKeys } from '../../src/operations/key.ts';

/** Lists with pages by offset. For each operation: the path of a list, and the rows of the store that it shows. */
export const farLists: Record<string, { path: string; rows: string }> = {
  listArtists: { path: '/api/v1/artists', rows: 'artist' },
  listAlbums: { path: '/api/v1/artists/1001/albums', rows: 'album where artist_id = 1001' },
  listAccounts: { path: '/api/v1/user/accounts', rows: '"user"' },
};

/** The reason why every page of the other lists is as quick as the first. */
export const otherLists: Record<string, string> = {
  listBands: 'test/sqlite/plans.test.ts: a step of an index for each band',
  findAlbums: 'its offset is at most 10,000',
  listBandsOf: 'a person has 1,000 memberships at most',
  ...Object.fromEntries(
    factKinds.flatMap((kind) => {
      const row = kindRows[kind];
      return 'list' in row && knownTypes[kind].max <= maxFacts ? [[`list${row.list}`, `an ${parentOf(kind)} has 1,000 at most`]] : [];
    }),
  ),
  listSessions: 'an account has 100 logins in force at most',
  listWebhooks: `an account has ${maxWebhooks} at most`,
  listJobs: 'jobs are deleted 7 days after their end',
  listKeys: `an account has ${maxKeys} keys at most`,
  ...Object.fromEntries(kinds.map((kind) => [`list${kindRows[kind].name}Revisions`, 'test/engines/history.test.ts'])),
  listChanges: 'test/engines/history.test.ts',
  exportCatalogue: 'it seeks by id, and reads 500 records at a time',
  search: 'a search judges about 200 records of each kind',
};
