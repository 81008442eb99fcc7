import { formPaths } from '../../../src/web/paths.ts';
import type { OpenApi } from '../../support/documented.ts';
import { operationsOf } from '../../support/operations.ts';
import { bodyCases } from './bodies.ts';
import { type Case, eachPump, escaped, maxIn, targetPumps } from './case.ts';
import { type GrowingText, growingTexts, repeatedTo } from './pumps.ts';
import { encodeRequest, fieldValue, type Request } from './request.ts';

/** Headers that any operation may read, besides its documented ones. */
const everyHeader = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Change-Comment',
  'Change-Source',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'Origin',
  'Sec-Fetch-Site',
  'traceparent',
  'User-Agent',
  'X-API-Key',
  'X-Forwarded-For',
];

/**
 * Cases that enlarge each member, parameter and header of each operation in every way, and the forms of pages and of harvests.
 *
 * @param key of an administrator, so that no request is refused before it is read
 */
export function casesOf(document: OpenApi, key: string): Case[] {
  const seen = new Set<string>();
  const ofOperations = operationsOf(document).flatMap(({ operationId: operation, method, path, parameters, bodies }) => {
    const [body] = Object.values(bodies);
    const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) };
    const base: Request = { method, target: withIds(path), headers, ...(body && { body: '{}' }) };
    // The same code reads these headers for all operations of one method, with or without a body, so one of them is enough.
    const kind = `${method} ${body !== undefined}`;
    const common = seen.has(kind) ? [] : everyHeader;
    seen.add(kind);
    const documented = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    return [
      ...parameters.filter((parameter) => parameter.in === 'path').flatMap(({ name }) => pathCases(operation, base, path, name)),
      ...parameters.filter((parameter) => parameter.in === 'query').flatMap(({ name }) => queryCases(operation, base, name)),
      ...targetCases(operation, base),
      ...[...new Set([...common, ...documented])].flatMap((name) => [
        ...headerCases(operation, base, name),
        manyFieldsCase(operation, base, name),
      ]),
      ...(body ? bodyCases(operation, base, body) : []),
    ];
  });
  const harvests = ['verb=ListRecords&resumptionToken', 'verb=ListRecords&set', 'verb=GetRecord&metadataPrefix=oai_dc&identifier'];
  return [
    ...ofOperations,
    ...[formPaths.verify, formPaths.reset, formPaths.firstAdmin, '/oai', '/reconcile'].flatMap(formCases),
    ...harvests.flatMap((name) => queryCases('the page /oai', { method: 'GET', target: '/oai' }, name)),
    ...['queries', 'extend'].flatMap((name) => queryCases('the page /reconcile', { method: 'GET', target: '/reconcile' }, name)),
  ];
}

function withIds(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '1001');
}

function pathCases(operation: string, base: Request, path: string, name: string): Case[] {
  return eachPump((pumpName, pump) => ({
    operation,
    part: `path ${name}: ${pumpName}`,
    maxSize: maxIn.target,
    request: (size) => encodeRequest({ ...base, target: withIds(path.replace(`{${name}}`, () => repeatedTo(escaped(pump), size))) }),
  }));
}

function queryCases(operation: string, base: Request, name: string): Case[] {
  return eachPump((pumpName, pump) => ({
    operation,
    part: `query ${name}: ${pumpName}`,
    maxSize: maxIn.target,
    request: (size) => encodeRequest({ ...base, target: `${base.target}?${name}=${repeatedTo(escaped(pump), size)}` }),
  }));
}

function targetCases(operation: string, base: Request): Case[] {
  const manyNames = (size: number) => Array.from({ length: size / 6 }, (_, i) => `${i}=1`).join('&');
  const make = (part: string, suffix: (size: number) => string): Case => ({
    operation,
    part: `target: ${part}`,
    maxSize: maxIn.target,
    request: (size) => encodeRequest({ ...base, target: base.target + suffix(size) }),
  });
  return [
    ...Object.entries(targetPumps).map(([name, pump]) => make(name, (size) => repeatedTo(pump, size))),
    make('parameters of many names', (size) => `?${manyNames(size)}`),
  ];
}

function headerCases(operation: string, base: Request, name: string): Case[] {
  return eachPump((pumpName, pump) => ({
    operation,
    part: `${name}: ${pumpName}`,
    maxSize: maxIn.header,
    request: (size) => encodeRequest({ ...base, headers: { ...base.headers, [name]: fieldValue(repeatedTo(pump, size)) } }),
  }));
}

/** The parser accepts 198 fields, and joins those with one name. */
function manyFieldsCase(operation: string, base: Request, name: string): Case {
  const fieldLength = 60;
  const value = fieldValue('"a", a;q=0.1, '.repeat(fieldLength / 14));
  return {
    operation,
    part: `${name}: many fields`,
    maxSize: maxIn.header,
    request: (size) =>
      encodeRequest({ ...base, headers: { ...base.headers, [name]: Array(Math.max(1, Math.floor(size / fieldLength) - 15)).fill(value) } }),
  };
}

const formPumps: Record<string, GrowingText> = {
  'parameters of one name': { before: '', unit: 'a=1&', behind: '' },
  ampersands: { before: '', unit: '&', behind: '' },
  'plus signs': { before: 'password=', unit: '+', behind: '' },
  'percent signs': { before: 'password=', unit: '%', behind: '' },
};

/** Cases of a form that visitors may send: of the link in a mail, a harvest, or a reconciliation. */
function formCases(path: string): Case[] {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const post = (part: string, body: (size: number) => string): Case => ({
    operation: `the form of ${path}`,
    part,
    maxSize: maxIn.body,
    request: (size) => encodeRequest({ method: 'POST', target: path, headers, body: body(size) }),
  });
  return [
    ...Object.entries(formPumps).map(([name, pump]) => post(name, (size) => repeatedTo(pump, size))),
    ...Object.entries(growingTexts).map(([name, pump]) => post(`token: ${name}`, (size) => `token=${repeatedTo(escaped(pump), size)}`)),
    ...queryCases(`the page ${path}`, { method: 'GET', target: path }, 'token'),
  ];
}
