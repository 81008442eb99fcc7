import type { z } from 'zod';
import { licenceUrl, type Terms } from '../model/licence.ts';
import { Problem } from '../model/problem.ts';
import { showTime } from '../model/time.ts';
import { xml } from '../model/xml.ts';
import { numberingDelay } from '../operations/change.ts';
import type { Harvested } from '../operations/harvest.ts';
import { reads } from '../operations/reads.ts';
import type { Read } from '../store/store.ts';
import { argumentsOf, identifierOf, readIdentifier, readToken, type Selection, showToken, type Verb, verbNames } from './request.ts';

/** `url`: the base URL of requests. `host`: the host in identifiers. `language`: the language of names. */
export type Repository = {
  url: string;
  host: string;
  admin: string;
  language: string;
  terms: Terms;
  /** The address of a record's page. */
  pageOf(shown: Shown): string;
  read<I, O>(operation: Read<I, O>, input: I): Promise<O>;
  /** @throws Problem `invalid-input` with all faults */
  validate(schema: z.ZodType, query: string): unknown;
};
type Shown = NonNullable<Harvested['shown']>;

/** An error of OAI-PMH (§3.6 of the protocol). */
class OaiError extends Error {
  constructor(
    readonly code: 'badResumptionToken' | 'badVerb' | 'cannotDisseminateFormat' | 'idDoesNotExist' | 'noRecordsMatch',
    text: string,
  ) {
    super(text);
  }
}

const namespace = 'http://www.openarchives.org/OAI/2.0/';
const dcNamespace = `${namespace}oai_dc/`;
const dcSchema = `${namespace}oai_dc.xsd`;
const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** The answer to a request of OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html), even to an invalid one. */
export async function answerOai(fields: URLSearchParams, repository: Repository): Promise<string> {
  // A change may become visible later than its timestamp, so a harvester that continues from this earlier date misses none.
  const date = seconds(Date.now() - numberingDelay);
  const body = await bodyOf(fields, repository).catch(errorsOf);
  const attributes = /^<error code="bad(?:Verb|Argument)"/.test(body) ? [] : [...fields].map(([name, text]) => ` ${name}="${xml(text)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="${namespace}" ${instance} xsi:schemaLocation="${namespace} ${namespace}OAI-PMH.xsd">
<responseDate>${date}</responseDate>
<request${attributes.join('')}>${xml(repository.url)}</request>
${body}
</OAI-PMH>
`;
}

async function bodyOf(fields: URLSearchParams, repository: Repository): Promise<string> {
  const [verb, ...others] = fields.getAll('verb');
  const known = others.length === 0 ? verbNames.find((name) => name === verb) : undefined;
  if (!known) throw new OaiError('badVerb', `verb must be given once, as one of ${verbNames.join(', ')}`);
  const query = new URLSearchParams(fields);
  query.delete('verb');
  const args = repository.validate(argumentsOf(known, fields), String(query)) as Arguments;
  const content = await answers[known]({ ...args, fields: Object.fromEntries(fields) }, repository);
  return [`<${known}>`, ...content, `</${known}>`].join('\n');
}

function errorsOf(error: unknown): string {
  if (error instanceof OaiError) return errorElement(error.code, error.message);
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'cursor-lost') return errorsOf(lostToken());
  if (error.code !== 'invalid-input') throw error;
  return (error.facts.errors ?? []).map(({ pointer, detail }) => errorElement('badArgument', `${pointer.slice(1)} ${detail}`)).join('\n');
}

const lostToken = () => new OaiError('badResumptionToken', 'resumptionToken is not from this catalogue; begin the list again without it');

type Arguments = Selection & { identifier?: string; metadataPrefix?: string; resumptionToken?: string; fields: Record<string, string> };
type Show = (record: Harvested, repository: Repository) => string;

/** For each verb, the elements in the element of the answer. */
const answers: Record<Verb, (args: Arguments, repository: Repository) => Promise<string[]>> = {
  Identify: async (_, { read, url, admin }) => {
    const { earliest } = await read(reads.readRepository, null);
    return [
      element('repositoryName', 'Rockola'),
      element('baseURL', url),
      element('protocolVersion', '2.0'),
      element('adminEmail', admin),
      element('earliestDatestamp', seconds(earliest)),
      element('deletedRecord', 'persistent'),
      element('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
      element('compression', 'gzip'),
    ];
  },
  ListMetadataFormats: async ({ identifier }, repository) => {
    if (identifier !== undefined) await find(identifier, repository);
    const format = [element('metadataPrefix', 'oai_dc'), element('schema', dcSchema), element('metadataNamespace', dcNamespace)];
    return [`<metadataFormat>${format.join('')}</metadataFormat>`];
  },
  ListSets: async ({ resumptionToken }, { read }) => {
    if (resumptionToken !== undefined) throw lostToken();
    const { decades } = await read(reads.readRepository, null);
    const ofDecades = decades.map((decade) => [setOf(decade), `Albums of ${decade} to ${decade + 9}`] as const);
    const sets = [['artist', 'Artists'] as const, ['album', 'Albums'] as const, ...ofDecades];
    return sets.map(([spec, name]) => `<set>${element('setSpec', spec)}${element('setName', name)}</set>`);
  },
  ListIdentifiers: (args, repository) => list(args, repository, headerOf),
  ListRecords: (args, repository) => list(args, repository, recordOf),
  GetRecord: async ({ identifier = '', metadataPrefix }, repository) => {
    requireFormat(metadataPrefix);
    return [recordOf(await find(identifier, repository), repository)];
  },
};

function requireFormat(prefix: string | undefined): void {
  if (prefix !== 'oai_dc') throw new OaiError('cannotDisseminateFormat', 'metadataPrefix must be oai_dc, the only format here');
}

async function find(identifier: string, { read, host }: Repository): Promise<Harvested> {
  const place = readIdentifier(host, identifier);
  const found = place && (await read(reads.readHarvested, place));
  if (found) return found;
  const example = identifierOf(host, { kind: 'artist', id: 1001n });
  throw new OaiError('idDoesNotExist', `identifier must be that of a record here, such as ${example}`);
}

async function list({ resumptionToken, ...args }: Arguments, repository: Repository, show: Show): Promise<string[]> {
  const token = resumptionToken === undefined ? undefined : readToken(resumptionToken);
  if (resumptionToken === undefined) requireFormat(args.metadataPrefix);
  else if (!token) throw lostToken();
  const { set = {}, from, until } = token?.selection ?? args;
  const span = { from: from?.at, until: until && until.at + until.length };
  const { found, after } = await repository.read(reads.harvest, { set, ...span, after: token?.after, records: show === recordOf });
  if (found.length === 0 && !token) throw new OaiError('noRecordsMatch', 'no record of this set has its last change in this period');
  const next = after ? showToken(token?.fields ?? args.fields, after) : token && '';
  return [...found.map((record) => show(record, repository)), ...(next === undefined ? [] : [element('resumptionToken', next)])];
}

function headerOf(record: Harvested, { host }: Repository): string {
  const sets = [record.kind, ...(record.decade === undefined ? [] : [setOf(record.decade)])].map((set) => element('setSpec', set));
  const content = element('identifier', identifierOf(host, record)) + element('datestamp', seconds(record.at)) + sets.join('');
  return `<header${record.exists ? '' : ' status="deleted"'}>${content}</header>`;
}

function recordOf(record: Harvested, repository: Repository): string {
  const metadata = record.shown ? `<metadata>${dublinCore(record.shown, repository)}</metadata>` : '';
  return `<record>${headerOf(record, repository)}${metadata}</record>`;
}

/** The Dublin Core of a record. Its types are words of ours, except `Sound`: the DCMI Type Vocabulary has none for artists. */
function dublinCore(shown: Shown, { pageOf, language, terms: { licence, credit } }: Repository): string {
  const { name, year, artist } = shown;
  const members = {
    title: [name],
    creator: artist ? [artist.name] : [],
    date: year === undefined ? [] : [fourDigits(year)],
    type: artist ? ['Sound', 'Album'] : ['Artist'],
    identifier: [pageOf(shown)],
    language: [language],
    rights: [...(licence ? [licenceUrl(licence)] : []), ...(credit ? [credit] : [])],
  };
  const elements = Object.entries(members).flatMap(([member, texts]) => texts.map((text) => element(`dc:${member}`, text)));
  const names = `xmlns:oai_dc="${dcNamespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" ${instance}`;
  return `<oai_dc:dc ${names} xsi:schemaLocation="${dcNamespace} ${dcSchema}">${elements.join('')}</oai_dc:dc>`;
}

const element = (name: string, text: string) => `<${name}>${xml(text)}</${name}>`;
const errorElement = (code: string, text: string) => `<error code="${code}">${xml(text)}</error>`;
const seconds = (ms: number) => showTime(ms).replace(/\.\d+/, '');
const fourDigits = (year: number) => String(year).padStart(4, '0');
const setOf = (decade: number) => `album:${fourDigits(decade)}`;
