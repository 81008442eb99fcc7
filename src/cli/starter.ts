import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import type { Addition, AdditionPart, StarterArtist } from '../model/addition.ts';
import { StartRefused } from '../model/startRefused.ts';
import { findOrigins, planAdditions } from '../operations/addition.ts';
import { writes } from '../operations/writes.ts';
import { counted } from './counted.ts';
import type { OperatorWrite } from './operatorWrite.ts';
import { readStore } from './stores.ts';
import { createProgressLine, say } from './terminal.ts';

export function starterCommand(write: OperatorWrite): Command {
  return new Command('starter')
    .description('Add artists and albums of the starter catalogue that are missing. Changed and deleted ones stay as they are.')
    .option('--add', 'add them', false)
    .option('--dry-run', 'only show what would be added', false)
    .addHelpText('after', '\nROCKOLA_STARTER says in which language (es or en). It can be run again: nothing is added twice.')
    .action(async ({ add, dryRun }: { add: boolean; dryRun: boolean }) => {
      if (!add && !dryRun) throw new StartRefused('Use --add to add what is missing, or --dry-run to see what that would be.');
      await addAll(write, await catalogueToAdd(), dryRun);
    });
}

/** The ids begin behind those of the catalogue, which an older store has given to artists of an older catalogue. */
async function catalogueToAdd(): Promise<StarterArtist[]> {
  const { starterCatalogue } = await import('../starter.ts');
  const { starter } = readConfig(process.env);
  const catalogue = starterCatalogue(starter === 'off' ? 'es' : starter);
  const [artists, albums] = [BigInt(catalogue.length), BigInt(catalogue.flatMap((artist) => artist.albums).length)];
  return catalogue.map((artist) => ({
    ...artist,
    id: artist.id + artists,
    albums: artist.albums.map((album) => ({ ...album, id: album.id + albums })),
  }));
}

/** Artists of one transaction, so that other changes need not wait. */
const partSize = 50;

async function addAll(write: OperatorWrite, catalogue: StarterArtist[], dryRun: boolean): Promise<void> {
  const config = readConfig(process.env);
  const plan = (part: AdditionPart) => readStore(config, planAdditions, part);
  const add = (part: AdditionPart) => write(writes.addMissing, part);
  if (!dryRun) while (await write(writes.fillOrders, null));
  const names = catalogue.map(({ name }) => name);
  const origins = await readStore(config, findOrigins, names);
  const tellProgress = createProgressLine();
  const done: Addition[] = [];
  const size = dryRun ? catalogue.length : partSize;
  for (let from = 0; from < catalogue.length; from += size) {
    const artists = catalogue.slice(from, from + size);
    const additions = await (dryRun ? plan : add)({ artists, origins });
    for (const addition of additions) describe(addition, dryRun);
    done.push(...additions);
    tellProgress(`${done.length} of ${catalogue.length} artists …`, done.length === catalogue.length);
  }
  say(summary(done, dryRun));
}

function describe({ name, id, added, albums, left }: Addition, dryRun: boolean): void {
  const verb = dryRun ? 'would be added' : 'added';
  const which = id === undefined ? 'artist' : `artist ${id}`;
  if (added) say(`${which} "${name}": ${verb} with ${counted(albums.length, 'album')}`);
  else for (const album of albums) say(`album "${album}" of ${which} "${name}": ${verb}`);
  for (const { what, why } of left) say(`${what}: left. ${why}`);
}

function summary(done: Addition[], dryRun: boolean): string {
  const artists = done.filter(({ added }) => added).length;
  const albums = done.reduce((sum, { albums }) => sum + albums.length, 0);
  const left = done.reduce((sum, { left }) => sum + left.length, 0);
  const known = done.length - artists;
  const will = dryRun ? 'would be' : 'were';
  return [
    `${counted(artists, 'artist')} and ${counted(albums, 'album')} ${will} added`,
    `; ${counted(known, 'artist')} of the starter catalogue ${known === 1 ? 'was' : 'were'} known`,
    `, ${counted(left, 'difference')} left as ${left === 1 ? 'it is' : 'they are'}.`,
  ].join('');
}
