import { listJobs } from '../store/job.ts';
import { readOverview, readTotals } from '../store/overview.ts';
import { readStatistics } from '../store/statistics.ts';
import { registerReads } from '../store/store.ts';
import { listAccounts } from './account.ts';
import { findAlbums, findSameAlbums, listAlbums, listCreditedAlbums } from './album.ts';
import { findArtists, listArtists, listBandsOf, readArtistParts } from './artist.ts';
import { listBands } from './band.ts';
import { listChanges, readNewest } from './change.ts';
import { readEvents } from './changeEvent.ts';
import { readDescribed } from './described.ts';
import { readDrawn } from './draw.ts';
import { listEdits } from './edit.ts';
import { readExportPage, readLinkedPage } from './export.ts';
import { readFamily } from './family.ts';
import { harvest, readHarvested, readRepository } from './harvest.ts';
import { checkImport, listSchemes, lookUpImport } from './import/lookUp.ts';
import { readGroups } from './known.ts';
import { reconcile } from './reconcile.ts';
import { recordReads } from './recordOperations.ts';
import { searchArtists, searchRecords } from './search/search.ts';
import { findDuplicates, findNamed, suggestArtists } from './search/suggest.ts';
import { listSitemapParts, readSitemapPart } from './sitemap.ts';
import { planUndo } from './undoPlan.ts';
import { readPasses } from './webhookCall.ts';
import { readWebhookEvents } from './webhookEvent.ts';

export const reads = {
  ...recordReads,
  ...registerReads({ searchArtists, searchRecords, suggestArtists, findDuplicates, findNamed, reconcile }, true),
  ...registerReads({
    ...{ listBandsOf, readFamily, readGroups, readArtistParts },
    ...{ listArtists, findArtists, listAlbums, listCreditedAlbums, findAlbums, findSameAlbums },
    readDescribed,
    ...{ harvest, readHarvested, readRepository },
    ...{
      listBands,
      readDrawn,
      listAccounts,
      listJobs,
      listChanges,
      listEdits,
      readNewest,
      readExportPage,
      readLinkedPage,
      readEvents,
      readWebhookEvents,
      readPasses,
      planUndo,
      lookUpImport,
      listSchemes,
      checkImport,
      listSitemapParts,
      readSitemapPart,
      readOverview,
      readTotals,
      readStatistics,
    },
  }),
};
