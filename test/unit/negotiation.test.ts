import { describe, expect, test } from 'bun:test';
import { type Config, readConfig } from '../../src/config/config.ts';
import { linkedDataType, prefers, requireAccepted, requireJsonAccepted } from '../../src/http/accept.ts';
import { languageOf, mailLanguageOf, requireMail } from '../../src/http/language.ts';
import { requireOwnForm } from '../../src/http/sameSite.ts';
import { problemIn } from '../support/failure.ts';

const codeOf = (work: () => unknown): string => problemIn(work)?.code ?? 'fine';

test('JSON is acceptable where the most specific range says so', () => {
  const accepts = (accept: string) => codeOf(() => requireJsonAccepted(new Headers({ Accept: accept })));
  for (const accept of [
    '',
    ' ',
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'Application/*',
    'application/*',
    'text/html, application/json;q=0.001',
    'application/json, application/*;q=0',
    'application/json, */*;q=0',
    'application/*, */*;q=0',
    '*/*;q=0.1, text/html',
  ])
    expect([accept, accepts(accept)]).toEqual([accept, 'fine']);
  for (const accept of [
    'text/html',
    'application/xml',
    'application/jsonx',
    '*/*;q=0',
    'application/*;q=0, */*',
    'application/json;q=0, application/*',
    'application/json;q=0.0, */*;q=1',
    'text/*',
    'application/*;q=0',
  ])
    expect([accept, accepts(accept)]).toEqual([accept, 'not-acceptable']);
  expect(codeOf(() => requireJsonAccepted(new Headers()))).toBe('fine');
});

test('JSON-LD is for clients that name it and do not prefer JSON', () => {
  const chosen = (accept: string) => {
    const headers = new Headers({ Accept: accept });
    const refused = codeOf(() => requireAccepted(headers, ['application/json', linkedDataType]));
    return refused !== 'fine' ? refused : prefers(linkedDataType, headers) ? 'JSON-LD' : 'JSON';
  };
  for (const [accept, answer] of [
    ['application/ld+json', 'JSON-LD'],
    ['Application/LD+JSON; profile="http://www.w3.org/ns/json-ld#compacted"', 'JSON-LD'],
    ['application/ld+json, application/json', 'JSON-LD'],
    ['application/ld+json;q=0.9, text/turtle', 'JSON-LD'],
    ['application/ld+json;q=0.5, application/json', 'JSON'],
    ['*/*', 'JSON'],
    ['application/*', 'JSON'],
    ['', 'JSON'],
    ['application/ld+json;q=0, */*', 'JSON'],
    ['application/json;q=0, */*', 'JSON'],
    ['text/turtle', 'not-acceptable'],
    ['application/ld+json;q=0', 'not-acceptable'],
  ])
    expect([accept, chosen(accept as string)]).toEqual([accept, answer]);
});

describe('the language of mail', () => {
  const config = { mail: {}, mailLanguage: 'es' } as Config;
  const off = { ...config, mail: undefined } as Config;

  test('is the supported language with the highest weight in Accept-Language, else the language of the operator', () => {
    for (const [header, language] of [
      ['en', 'en'],
      ['EN-GB', 'en'],
      ['es-AR, en;q=0.9', 'es'],
      ['en;q=0.1, es;q=0.9', 'es'],
      ['fr, en;q=0.2', 'en'],
      ['en;q=0', 'es'],
      ['en;q=0, fr', 'es'],
      ['fr', 'es'],
      ['english', 'es'],
      ['', 'es'],
    ] as const) {
      expect([header, languageOf(new Headers({ 'Accept-Language': header }), config)]).toEqual([header, language]);
    }
    expect(languageOf(new Headers(), readConfig({ ROCKOLA_MAIL_LANGUAGE: 'en' }))).toBe('en');
  });

  test('is null where the service sends no mail', () => {
    const headers = new Headers({ 'Accept-Language': 'en' });
    expect([mailLanguageOf(headers, config), mailLanguageOf(headers, off)]).toEqual(['en', null]);
    expect(requireMail(headers, config)).toBe('en');
    expect(codeOf(() => requireMail(headers, off))).toBe('mail-off');
  });
});

test('a form is accepted only from a page of the service', () => {
  const from = (headers: { Origin?: string; 'Sec-Fetch-Site'?: string }) =>
    codeOf(() => requireOwnForm(new Headers(headers as Record<string, string>), 'https://rock.example.org/catalogue'));
  const origin = 'https://rock.example.org';
  for (const headers of [
    {},
    { Origin: origin },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example.org' },
  ])
    expect([headers, from(headers)]).toEqual([headers, 'fine']);
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    { 'Sec-Fetch-Site': 'none-of-it' },
    { 'Sec-Fetch-Site': 'not-same-origin' },
    { 'Sec-Fetch-Site': '' },
    { Origin: 'https://evil.example.org' },
    { Origin: 'http://rock.example.org' },
    { Origin: `${origin}:8443` },
    { Origin: `${origin}.evil.example` },
    { Origin: '' },
  ])
    expect([headers, from(headers)]).toEqual([headers, 'forbidden']);
});
