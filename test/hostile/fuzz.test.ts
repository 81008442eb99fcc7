import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { toJson } from '../../src/model/json.ts';
import type { LinkPurpose } from '../../src/model/linkToken.ts';
import { factKinds } from '../../src/model/record.ts';
import { everyHolder, type Holder, signUp } from '../faults/holders.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import { resolved } from '../support/documented.ts';
import { addFact, factBodies, idParamOf } from '../support/facts.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';
import { linkTo, silentMailServer } from '../support/links.ts';
import { linesWith, untilLogged } from '../support/logged.ts';
import { type Operation, operationsOf, type Parameter, type Schema } from '../support/operations.ts';
import { seed, seedsOf } from '../support/seed.ts';

const requests = repetitionsFor('FUZZ_REQUESTS', { short: 300, long: engine === 'sqlite' ? 20_000 : 4_000 });
/** Seeds that once found a fault. */
const keptSeeds = [19_730_101];
/**
 * How many further requests a try sends to an operation that chance has not covered. About one in a hundred requests to restore an artist
 * succeeds.
 */
const requestsPerTry = 300;
/** The most tries for such an operation. */
const maxTries = 10;
/** A generous estimate of the time of one request, in ms. */
const perRequest = 60;
/** Requests that hash a password, or after which a new sign-up or login is needed, are this many times rarer than others. */
const hashingIsRarer = 4;
const hashing = ['signUp', 'logIn', 'changePassword', 'resetPassword', 'deleteOwnAccount', 'endSession', 'endSessions', 'deleteAccount'];
/** Operations that need the token of a link, which chance would never find. */
const linked: Record<string, LinkPurpose> = { verifyAddress: 'verify', resetPassword: 'reset' };
/** After these succeed, their sender needs new credentials, or a new key, login or webhook. */
const usingUp = ['changePassword', 'deleteOwnAccount', 'endSession', 'endSessions', 'revokeKey', 'deleteWebhook'];
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];

/** The parameters of a target are filled in when it is sent: with a known record that `pick` chooses, and with ids of its sender. */
type Shot = { operationId: string; method: string; target: string; pick: number; holder: number; options: CallOptions };
/** Ids of records that mostly exist, so that some requests find a record. */
type Known = Record<string, string>;

let renewed = 0;
const tally = new Map<string, Map<number, number>>();

const rockola = await startRockola(silentMailServer);
const document = JSON.parse((await rockola.call('GET', '/openapi.json')).text);
const operations = operationsOf(document);
const holders = await everyHolder(rockola);
let account: string = (await signUp(rockola)).id;
await rockola.call('POST', '/api/v1/user/signup', { body: examplesOf('NewUser') });
const known = await firstKnown();
afterAll(() => rockola.stop());

test.each(seedsOf(keptSeeds, requests))(
  'requests made from the OpenAPI document are all answered as it says (%o)',
  async ({ seed, runs }) => {
    console.log(`fuzz: TEST_SEED=${seed} FUZZ_REQUESTS=${runs}`);
    await fc.assert(fc.asyncProperty(anyShot(), fire), { seed, numRuns: runs });
    await untilLogged(rockola);
    expect(logErrors()).toEqual([]);
  },
  300_000 + requests * perRequest,
);

// Both engines fulfil the same requests, so only the long form tries every operation on PostgreSQL too.
test.skipIf(engine === 'postgres' && !isLong)('every operation fulfils some requests and refuses others', async () => {
  for (const operation of operations) {
    // Earlier requests may have suspended the former account, whose links then no longer work.
    if (operation.operationId in linked) account = (await signUp(rockola)).id;
    for (let more = 0; more < maxTries && !isCovered(operation); more++) {
      const shots = fc.sample(shotAt(operation), { seed: seed + more, numRuns: requestsPerTry });
      for (const shot of shots) if (!isCovered(operation)) await fire(shot);
    }
    expect([operation.operationId, isCovered(operation)]).toEqual([operation.operationId, true]);
  }
  console.log([...tally].map(([operation, statuses]) => `  ${operation}: ${list(statuses)}`).join('\n'));
});

function isCovered({ operationId }: Operation): boolean {
  const statuses = [...(tally.get(operationId)?.keys() ?? [])];
  return statuses.some((status) => status < 300) && statuses.some((status) => status >= 400);
}

/** `call` checks the answer against the document; a healthy service with enough room never fails by itself. */
async function fire({ operationId, method, target: template, pick, holder, options }: Shot): Promise<void> {
  const { keyId, sessionId, webhookId, jobId, importId, appliedId, options: credential, renew } = holders[holder] as Holder;
  const target = filled(template, {
    ...(known[pick % known.length] as Known),
    keyId,
    sessionId,
    webhookId,
    jobId,
    importId: operationId === 'undoImport' ? appliedId : importId,
    userId: account,
    version: '1',
  });
  const { status, json } = await rockola.call(method, target, {
    ...credential,
    ...options,
    ...(pick % 2 === 0 && { body: await withLink(operationId, options.body) }),
    headers: { ...credential.headers, ...options.headers },
  });
  const statuses = tally.get(operationId) ?? new Map<number, number>();
  tally.set(operationId, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  if (status >= 500 && status !== 501) throw new Error(`${method} ${target} answered ${status}: ${JSON.stringify(json?.detail)}`);
  if (status < 300 && usingUp.includes(operationId)) holders[holder] = await renew();
  if (status < 300 && operationId === 'deleteAccount') account = (await signUp(rockola)).id;
  // A created artist takes the place of one that may be deleted.
  if (operationId === 'createArtist' && status === 201) known[renewed++ % known.length] = await withAll(json.id);
}

/** The body with a valid token in place of a made-up one. */
async function withLink(operationId: string, body: unknown): Promise<unknown> {
  const purpose = linked[operationId];
  if (!purpose || typeof body !== 'string') return body;
  const token = await linkTo(rockola, account, purpose);
  return body.replace(/"token":"(?:[^"\\]|\\.)*"/, `"token":"${token}"`);
}

function anyShot(): fc.Arbitrary<Shot> {
  const weighted = operations.map((operation) => ({
    weight: hashing.includes(operation.operationId) ? 2 : 2 * hashingIsRarer,
    arbitrary: shotAt(operation),
  }));
  return fc.oneof(...weighted, { weight: 6, arbitrary: strayShot() });
}

function shotAt({ operationId, path, method, parameters, bodies }: Operation): fc.Arbitrary<Shot> {
  const parametersIn = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      target: fc.tuple(pathOf(path), queryOf(parametersIn('query'))).map(([start, query]) => start + query),
      pick: fc.nat(),
      headers: headersOf(parametersIn('header').map(({ name }) => name)),
      holder: fc.nat({ max: holders.length - 1 }),
      content: Object.keys(bodies).length > 0 ? fc.oneof(...wholeOf(operationId), contentOf(bodies)) : fc.constant(undefined),
    })
    .map(({ target, pick, headers, holder, content }) => ({
      operationId,
      method,
      target,
      pick,
      holder,
      options: { body: content?.body, headers: { ...content?.headers, ...headers } },
    }));
}

/** A body that is valid as a whole, which the document cannot always express, such as the form of an identifier. */
function wholeOf(operationId: string): fc.Arbitrary<Content>[] {
  const make = factBodies[operationId];
  return make ? [fc.nat().map(() => ({ body: JSON.stringify(make()), headers: { 'Content-Type': 'application/json' } }))] : [];
}

/** Methods that a path does not have, and unknown paths. */
function strayShot(): fc.Arbitrary<Shot> {
  const paths = fc.oneof(
    ...operations.map(({ path }) => pathOf(path)),
    anySegment().map((segment) => `/api/v1/${segment}`),
  );
  return fc
    .record({ method: fc.constantFrom(...otherMethods), target: paths, pick: fc.nat(), holder: fc.nat({ max: holders.length - 1 }) })
    .map((shot) => ({ ...shot, operationId: 'none', options: {} }));
}

/** The path with its parameters, which are filled in when it is sent, or with random segments in their place. */
function pathOf(template: string): fc.Arbitrary<string> {
  const known = fc.constant(template);
  if (!template.includes('{')) return known;
  const any = fc.array(anySegment(), { minLength: 2, maxLength: 2 }).map(([first = '', second = '']) => {
    const [firstName, secondName] = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    return filled(template, { ...(firstName && { [firstName]: first }), ...(secondName && { [secondName]: second }) });
  });
  return fc.oneof({ weight: 5, arbitrary: known }, { weight: 2, arbitrary: any });
}

function filled(template: string, ids: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (parameter, name: string) => ids[name] ?? parameter);
}

function anySegment(): fc.Arbitrary<string> {
  const texts = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .filter((text) => !/^\.+$/.test(text))
    .map(encodeURIComponent);
  return fc.oneof(fc.bigInt({ min: 990n, max: 1300n }).map(String), integers({}).map(String), texts);
}

function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
    fc.tuple(name, value).map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
  const stray = pair(fc.string({ unit: 'binary', maxLength: 10 }), fc.string({ unit: 'binary', maxLength: 10 }));
  if (parameters.length === 0)
    return fc.oneof({ weight: 20, arbitrary: fc.constant('') }, { weight: 1, arbitrary: stray.map((text) => `?${text}`) });
  const good = parameters.map(({ name, schema }) => pair(fc.constant(name), valid(schema).map(String)));
  const bad = parameters.map(({ name }) =>
    pair(fc.constant(name), fc.oneof(integers({}).map(String), fc.string({ unit: 'binary', maxLength: 25 }))),
  );
  const validPairs = fc
    .tuple(...good.map((parameter) => fc.option(parameter, { nil: undefined })))
    .map((found) => found.filter((text) => text !== undefined));
  const anyPairs = fc.array(fc.oneof(...good, ...bad, stray), { maxLength: 4 });
  return fc
    .oneof({ weight: 3, arbitrary: validPairs }, { weight: 1, arbitrary: anyPairs })
    .map((texts) => (texts.length > 0 ? `?${texts.join('&')}` : ''));
}

function headersOf(conditions: string[]): fc.Arbitrary<Record<string, string>> {
  const text = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code < 0x7f || code > 0x9f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 40,
  });
  const tags = fc.oneof(
    fc.constantFrom('*', '"1"', '"2"', 'W/"1"', '"1", "2"', '"1" "2"', '3', '', '""', ',"1",', '"', `"${'x'.repeat(5000)}`),
    text,
  );
  const dates = fc.oneof(
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toUTCString()),
    fc.constantFrom('Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Thu, 31 Feb 2030 25:61:61 GMT', '2030-01-01', ''),
    text,
  );
  const condition = fc
    .constantFrom(...conditions, 'If-Range')
    .chain((name) => (name.endsWith('Since') ? dates : tags).map((value) => ({ [name]: value })));
  const other = fc.oneof(
    fc
      .oneof(fc.constantFrom('*/*', 'application/json', 'text/html', 'application/json;q=0', ';;q=,', ''), text)
      .map((value) => ({ Accept: value })),
    text.map((value) => ({ Origin: value })),
    text.map((value) => ({ Cookie: value, 'X-Request-Id': value, 'X-Forwarded-For': value })),
    fc.constantFrom('gzip', 'identity', 'br').map((value) => ({ 'Content-Encoding': value })),
    fc
      .oneof(fc.constantFrom('application/json;charset=utf-8', 'text/json', 'multipart/form-data'), text)
      .map((value) => ({ 'Content-Type': value })),
  );
  return fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: condition }, { weight: 1, arbitrary: other });
}

type Content = { body: string | Uint8Array; headers: Record<string, string> };

function contentOf(bodies: Operation['bodies']): fc.Arbitrary<Content> {
  const types = Object.keys(bodies);
  const [schema] = Object.values(bodies);
  // The document says nothing about the bytes of a file.
  const body = schema ? bodyOf(schema) : fc.oneof(fc.constant('artista\n'), anyText(), fc.uint8Array({ maxLength: 100 }));
  return fc.tuple(fc.constantFrom(...types), body).map(([type, body]) => ({ body, headers: { 'Content-Type': type } }));
}

function bodyOf(schema: Schema): fc.Arbitrary<string | Uint8Array> {
  const good = valid(schema) as fc.Arbitrary<Record<string, unknown>>;
  const text = good.map(toJson);
  const wrongMember = fc
    .tuple(good, fc.oneof(fc.constantFrom(...Object.keys(resolved(schema, document).properties ?? {})), anyText()), anything())
    .map(([object, name, value]) => toJson({ ...object, [name]: value }));
  const missingMember = fc
    .tuple(good, fc.nat())
    .map(([object, index]) => toJson(Object.fromEntries(Object.entries(object).filter((_, i, all) => i !== index % all.length))));
  const cut = fc.tuple(text, fc.nat()).map(([whole, length]) => whole.slice(0, length % (whole.length + 1)));
  const twice = fc.tuple(text, text).map(([a, b]) => `${a.slice(0, -1)},${b.slice(1)}`);
  const bytes = fc.uint8Array({ maxLength: 100 });
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 4, arbitrary: wrongMember },
    { weight: 2, arbitrary: missingMember },
    { weight: 1, arbitrary: anything().map(toJson) },
    { weight: 1, arbitrary: fc.oneof(cut, twice, anyText(), bytes) },
  );
}

/**
 * Values that the schema allows, and often its examples, since a schema cannot state every rule (an image is a URL, for instance).
 */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  const whole = resolved(schema, document);
  const types = [whole.type ?? 'string'].flat();
  const typed = fc.oneof(...types.map((type) => validOf(type, whole)));
  if (whole.properties) return typed;
  const assigned = types.includes('integer') && types.includes('null') ? [null, 0n] : [];
  const examples = [whole.example, whole.default, ...assigned].filter((value) => value !== undefined);
  const weight = whole.format === 'email' ? 1 : 3;
  return examples.length === 0 ? typed : fc.oneof({ weight, arbitrary: fc.constantFrom(...examples) }, { weight: 2, arbitrary: typed });
}

function validOf(type: string, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return integers(schema);
  if (type === 'array') return fc.array(valid(schema.items ?? {}), { maxLength: 5 });
  if (type === 'object') return validObject(schema);
  if (schema.format === 'email')
    return fc.oneof(
      fc.emailAddress(),
      fc.nat().map((number) => `fito${number}@example.org`),
    );
  const { minLength = 0, maxLength = 300 } = schema;
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) }),
    fc.constantFrom('x'.repeat(maxLength), '🎸'.repeat(maxLength), 'x'.repeat(minLength)),
  );
}

function validObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(schema)]));
  return fc.record(members, { requiredKeys: required });
}

function integers({ minimum, maximum }: Schema): fc.Arbitrary<bigint> {
  const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
  const min = minimum === undefined ? int64.min : BigInt(minimum);
  const max = maximum === undefined || maximum >= Number(int64.max) ? int64.max : BigInt(maximum);
  const near = max - min > 2000n ? min + 2000n : max;
  return fc.oneof(fc.bigInt({ min, max: near }), fc.bigInt({ min, max }), fc.constantFrom(min, max));
}

function anyText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('\ud800', '\udc00x', '__proto__', 'constructor', '\0', '\ufeff', '\u202e'),
  );
}

function anything(): fc.Arbitrary<unknown> {
  const extremes = [
    null,
    true,
    '',
    ' ',
    '0',
    -1n,
    0n,
    2n ** 63n,
    -(2n ** 63n) - 1n,
    10n ** 40n,
    1.5,
    1e308,
    -0.5,
    'x'.repeat(20_001),
    [],
    {},
    [[{}]],
  ];
  return fc.oneof(fc.constantFrom(...extremes), fc.jsonValue(), anyText(), fc.bigInt());
}

function examplesOf(name: string): Record<string, unknown> {
  const { properties = {} } = document.components.schemas[name] as Schema;
  return Object.fromEntries(Object.entries(properties).map(([member, { example }]) => [member, example]));
}

async function firstKnown(): Promise<Known[]> {
  const { json } = await rockola.call('GET', '/api/v1/artists?limit=100');
  return Promise.all(json.data.map(({ id }: { id: bigint }) => withAll(id)));
}

async function withAll(artistId: bigint): Promise<Known> {
  const { send } = rockola;
  const albumId = String((await send('POST', `/api/v1/artists/${artistId}/albums`, { name: 'Uno', year: 1973 })).json.id);
  const known: Known = { artistId: String(artistId), albumId };
  for (const kind of factKinds) known[idParamOf(kind) ?? ''] = String(await addFact(send, kind, known));
  return known;
}

/** The lines above the level info, except those of mail, since the test has no mail server. */
function logErrors(): string[] {
  const lines = linesWith(rockola);
  return lines.filter((text) => {
    const { level, msg } = JSON.parse(text);
    return level !== 'info' && !msg.startsWith('mail not sent');
  });
}

function list(statuses: Map<number, number>): string {
  return [...statuses]
    .sort()
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
}
