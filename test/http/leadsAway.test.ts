import { afterAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import fc from 'fast-check';
import { formPaths, sitePaths } from '../../src/web/paths.ts';
import { repetitionsFor } from '../support/amount.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const send = formSender(rockola);
const person = await rockola.person();
const cookie = cookieOf(await send(formPaths.signIn, { email: person.email, password: person.password }));
afterAll(() => rockola.stop());

/** Parts of an address of another site, with characters that browsers and parsers skip or confuse. */
const signs = [
  '/',
  '/',
  '.',
  '..',
  '%2e',
  '%2E',
  '.%2e',
  '\\',
  '\t',
  '\n',
  '\r',
  ' ',
  '\0',
  '@',
  ':',
  '?',
  '#',
  '%5c',
  '%2f',
  '%09',
  'x',
  'https:',
];
const piece = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...signs) }, { weight: 1, arbitrary: fc.constant('evil.example') });
const address = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `/${pieces.join('')}/evil.example`);
const knownTricks = [
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/.\\\\evil.example',
  '/.\t//evil.example',
];
const runs = repetitionsFor('ADDRESSES', { short: 150, long: 2_000 });

const hostOf = (link: string) => new URL(link.replaceAll('&amp;', '&'), rockola.url).host;
/** The hosts of the links and files of a page whose addresses contain `evil`. */
const hostsIn = (text: string) =>
  [...text.matchAll(/ (?:href|src|action|formaction|content)="([^"]*evil[^"]*)"/g)].map(([, link = '']) => hostOf(link));
const foreign = (hosts: string[]) => hosts.filter((host) => host !== new URL(rockola.url).host);

const run = (judge: (address: string) => Promise<void>, numRuns = runs) =>
  fc.assert(fc.asyncProperty(address, judge), { numRuns, examples: knownTricks.map((trick) => [trick]) });

test('the sign-in page never leads a signed-in visitor to another site', async () => {
  await run(async (next) => {
    const { status, headers } = await fetch(`${rockola.url}/sign-in?${new URLSearchParams({ next })}`, {
      redirect: 'manual',
      headers: { Cookie: cookie },
    });
    const location = headers.get('location') ?? '';
    expect([next, status, location, hostOf(location)]).toEqual([
      next,
      303,
      expect.stringMatching(/^\/(?![/\\])/),
      new URL(rockola.url).host,
    ]);
  });
});

test('signing in, with or without a waiting form, never leads to another site', async () => {
  const sendWith = (fields: Record<string, string>) =>
    send(formPaths.signIn, { email: person.email, password: person.password, ...fields });
  await run(async (generated) => {
    // A form with U+0000 is refused.
    const path = generated.replaceAll('\0', '');
    const fields = { next: path, 'waiting.name': 'x', 'waiting./path': path };
    const [redirect, waitingPage] = [await sendWith({ next: path }), await sendWith(fields)];
    const next = new URL(redirect.headers.get('location') ?? '', rockola.url).searchParams.get('next') ?? '';
    expect([path, redirect.status, waitingPage.status, hostOf(next), foreign(hostsIn(waitingPage.text))]).toEqual([
      path,
      303,
      200,
      new URL(rockola.url).host,
      [],
    ]);
  }, runs / 10);
});

test('no page leads to another site, whatever its address', async () => {
  const paths = Object.values({ ...sitePaths, ...formPaths }).map((path) => path.replaceAll(/:\w+/g, '1055'));
  const asked = fc
    .tuple(fc.constantFrom('', ...paths), address)
    .map(([path, suffix]) => (path === '/' ? '' : path) + suffix.replaceAll(/[\t\n\r\0 ]/g, ''));
  await fc.assert(
    fc.asyncProperty(asked, async (target) => {
      const answer = await raw(target);
      const location = /^location: (.*)\r$/im.exec(answer)?.[1] ?? '/';
      expect([target, foreign([...hostsIn(answer), hostOf(location)])]).toEqual([target, []]);
    }),
    { numRuns: 2 * runs, examples: knownTricks.map((trick) => [trick.replace('\t', '')]) },
  );
});

/** Sends a target exactly as it is written: `fetch` would normalize it. */
function raw(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${new URL(rockola.url).host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => (text += data));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
