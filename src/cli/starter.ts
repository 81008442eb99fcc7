import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import type { Addition, LinkPart, StarterArtist } from '../model/addition.ts';
import { StartRefused } from '../model/startRefused.ts';
import { findOrigins, planAdditions } from '../operations/addition.ts';
import { planLinks } from '../operations/additionLinks.ts';
import { writes } from '../operations/writes.ts';
import { counted } from './counted.ts';
import { type OperatorWrite, readStore, type WithWrites } from './stores.ts';
import { createProgressLine, printOut } from './terminal.ts';

export function starterCommand(withWrites: WithWrites): Command {
  return new Command('starter')
    .description('Bring a store up to this edition of the starter catalogue. What people changed or deleted stays as it is.')
    .option('--add', 'do it', false)
    .option('--dry-run', 'only show what would be done', false)
    .addHelpText('after', '\nROCKOLA_STARTER sets the language (es or en). The command can be run again: nothing is added twice.')
    .action(async ({ add, dryRun }: { add: boolean; dryRun: boolean }) => {
      if (!add && !dryRun) throw new StartRefused('Use --add to add what is missing, or --dry-run to see what that would be.');
      const catalogue = await readCatalogue();
      await withWrites((write) => addAll(write, catalogue, dryRun));
    });
}

async function readCatalogue(): Promise<StarterArtist[]> {
  const { starterCatalogue } = await import('../starter.ts');
  const { starter } = readConfig(process.env);
  return starterCatalogue(starter === 'off' ? 'es' : starter);
}

/** The most artists in one transaction, so that other changes do not wait long. */
const partSize = 50;

/** Adds artists first, then the records that refer to them. */
async function addAll(write: OperatorWrite, catalogue: StarterArtist[], dryRun: boolean): Promise<void> {
  if (!dryRun) while (await write(writes.fillOrders, null));
  const names = catalogue.map(({ id, name }) => ({ id, name }));
  const origins = await readStore(findOrigins, names);
  const add = ({ artists }: { artists: StarterArtist[] }): Promise<Addition[]> =>
    dryRun ? readStore(planAdditions, { artists, origins }) : write(writes.addMissing, { artists, origins });
  const additions = await inParts(catalogue, dryRun, 'artists', add);
  const idEntries = additions.flatMap(({ id, added }, i) => (id === undefined && !added ? [] : [[String(catalogue[i]?.id), id ?? null]]));
  const ids: LinkPart['ids'] = Object.fromEntries(idEntries);
  const links = await inParts(catalogue, dryRun, 'line-ups', ({ artists }) =>
    dryRun ? readStore(planLinks, { artists, ids }) : write(writes.linkMissing, { artists, ids }),
  );
  const done = additions.map((item, i): Addition => ({ ...item, ...links[i], left: [...item.left, ...(links[i]?.left ?? [])] }));
  for (const addition of done) describe(addition, dryRun);
  printOut(summary(done, dryRun));
}

async function inParts<T>(
  catalogue: StarterArtist[],
  inOnePart: boolean,
  noun: string,
  handle: (part: { artists: StarterArtist[] }) => Promise<T[]>,
): Promise<T[]> {
  const tellProgress = createProgressLine();
  const size = inOnePart ? catalogue.length : partSize;
  const done: T[] = [];
  for (let from = 0; from < catalogue.length; from += size) {
    done.push(...(await handle({ artists: catalogue.slice(from, from + size) })));
    tellProgress(`${done.length} of ${catalogue.length} ${noun} …`, done.length === catalogue.length);
  }
  return done;
}

/** Members of an `Addition` with counts of facts, and the word for one fact. */
const factWords = [
  ['aliases', 'alias'],
  ['members', 'member'],
  ['identifiers', 'identifier'],
  ['credits', 'credit'],
  ['sources', 'source'],
] as const;
type Fact = (typeof factWords)[number][0];

const countFacts = (amountOf: (fact: Fact) => number) => factWords.map(([fact, word]) => counted(amountOf(fact), word, fact));

function describe(addition: Addition, dryRun: boolean): void {
  const { name, id, added, described, albums, removed, details, left } = addition;
  const verb = (participle: string) => (dryRun ? `would be ${participle}` : participle);
  const which = `${id === undefined ? 'artist' : `artist ${id}`} "${name}"`;
  const counts = [counted(details, 'detail record'), ...countFacts((fact) => addition[fact])];
  const facts = counts.filter((count) => !count.startsWith('0 '));
  if (added) printOut(`${which}: ${verb('added')} with ${[counted(albums.length, 'album'), ...facts].join(', ')}`);
  else {
    if (described) printOut(`description of ${which}: ${verb('replaced')}`);
    for (const album of albums) printOut(`album "${album}" of ${which}: ${verb('added')}`);
    if (facts.length > 0) printOut(`${which}: ${facts.join(' and ')} ${verb('added')}`);
  }
  for (const album of removed) printOut(`album "${album}" of ${which}: ${verb('removed')}. Another artist has it now.`);
  for (const { what, why } of left) printOut(`${what}: left. ${why}`);
}

function summary(done: Addition[], dryRun: boolean): string {
  const sum = (count: (addition: Addition) => number) => done.reduce((total, addition) => total + count(addition), 0);
  const artists = sum(({ added }) => Number(added));
  const albums = sum((addition) => addition.albums.length);
  const removed = sum((addition) => addition.removed.length);
  const described = sum((addition) => Number(addition.described));
  const left = sum((addition) => addition.left.length);
  const known = done.length - artists;
  const facts = countFacts((fact) => sum((addition) => addition[fact]));
  const added = [counted(artists, 'artist'), counted(albums, 'album'), ...facts];
  return [
    `${added.slice(0, -1).join(', ')} and ${added.at(-1)} ${dryRun ? 'would be' : 'were'} added`,
    `, ${counted(removed, 'album')} removed and ${counted(described, 'description')} replaced`,
    `; ${counted(known, 'artist')} of the starter catalogue ${known === 1 ? 'was' : 'were'} known`,
    `, ${counted(left, 'difference')} left as ${left === 1 ? 'it is' : 'they are'}.`,
  ].join('');
}
