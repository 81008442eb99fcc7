import { afterAll, expect, test } from 'bun:test';
import { formPaths, sitePaths } from '../../src/web/paths.ts';
import { isLong } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { seed } from '../support/seed.ts';
import { allStates, type State } from './allStates.ts';
import { findingsOn, tooNarrowFor } from './axe.ts';
import { openBrowser } from './browser.ts';
import { keyboardFaultsOn } from './keyboard.ts';

/**
 * Every page of the site in every state: the long form visits each in both languages, the short one in one. Axe and the keyboard take most
 * of the time, and do not depend on the language: the long form checks them in one of the two, the short one in every twelfth state. Each
 * run checks different ones.
 */
const settings = { ROCKOLA_PICTURES: 'click' };
const [browser, rockola, empty] = await Promise.all([openBrowser(), startRockola(settings), startRockola({ ROCKOLA_STARTER: 'off' })]);
const states: [string, State][] = Object.entries(await allStates(rockola, empty));
afterAll(() => Promise.all([browser.close(), rockola.stop(), empty.stop()]));

const locales = ['es-AR', 'en-GB'];
type Check = { locale: string; closely: boolean; name: string; state: State };
const checks = (): Check[] =>
  states.flatMap(([name, state], i) =>
    isLong
      ? locales.map((locale, j) => ({ locale, closely: (i + seed) % 2 === j, name, state }))
      : { locale: locales[(i + seed) % 2] as string, closely: (i + (seed >> 1)) % 12 === 0, name, state },
  );

/** The elements that moved after the page was drawn (Layout Instability API). */
const movedElements = `new Promise((resolve) => {
  const moved = [];
  const note = ({ node }) => moved.push(node?.outerHTML?.slice(0, 100) ?? 'an element');
  new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => (sources.length > 0 ? sources : [{}]).forEach(note))).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)));
})`;

/** A refusal that a state shows on purpose is no fault of its page. */
const isRefusal = (fault: string) => /(?:^| )4(?:00|01|03|04|09|10|12|22)\b/.test(fault);

/** The paths that were visited. */
const visited = new Set<string>();

async function faultsOf({ locale, closely, state: { options, refuses, bring } }: Check): Promise<unknown[]> {
  const { page, faults, close } = await browser.visit(`${rockola.url}/robots.txt`, { ...options, locale });
  await bring(page);
  await page.waitForLoadState('load');
  visited.add(new URL(page.url()).pathname);
  const moved = await page.evaluate<string[]>(movedElements);
  const found: unknown[] = moved.map((element) => ['moves while it loads', element]);
  const pageFaults = faults.filter((fault) => !(refuses && isRefusal(fault)) && !fault.startsWith(empty.url));
  found.push(...pageFaults);
  if (closely) found.push(...(await keyboardFaultsOn(page)), ...(await findingsOn(page)));
  else if (isLong) found.push(...(await tooNarrowFor(page)));
  await close();
  return found;
}

/** Files, and paths that redirect to another page. */
const files = [
  sitePaths.atom,
  sitePaths.artistAtom,
  sitePaths.sitemap,
  sitePaths.robots,
  sitePaths.manifest,
  sitePaths.openSearch,
  sitePaths.random,
];

/** The patterns of pages that no visited path matches. A path counts only for the matching pattern with the fewest parameters. */
function unvisited(): string[] {
  const left = new Set(visited);
  const expressionOf = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
  const patterns = [...Object.values(sitePaths), ...Object.values(formPaths)].toSorted((a, b) => parametersIn(a) - parametersIn(b));
  return patterns.filter((pattern) => {
    const matches = [...left].filter((path) => expressionOf(pattern).test(path));
    for (const path of matches) left.delete(path);
    return matches.length === 0 && !files.some((file) => file === pattern);
  });
}

const parametersIn = (pattern: string) => pattern.split(':').length - 1;

test('on every page in every state the keyboard reaches all controls, axe finds no fault, and the page fits every screen', async () => {
  const rest = checks();
  const found: unknown[] = [];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const faults = await faultsOf(next);
      if (faults.length > 0) found.push([next.name, next.locale, faults]);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(found).toEqual([]);
  expect(unvisited()).toEqual([]);
});

test('Tab and then Enter lead past the header of a page to its content', async () => {
  const { page, close } = await browser.visit(`${rockola.url}/artists`);
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL('**/artists#*');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<boolean>('document.activeElement.closest("main") !== null')).toBe(true);
  await close();
});

test('the check of the keyboard detects a page that hides or traps the focus', async () => {
  const { page, close } = await browser.visit(`${rockola.url}/artists`);
  await page.evaluate('document.styleSheets[0].insertRule("main *:focus { outline: none !important }")');
  expect((await keyboardFaultsOn(page)).filter((fault) => fault.startsWith('looks no different')).length).toBeGreaterThan(5);
  await page.reload();
  await page.evaluate('document.querySelector("main a").addEventListener("keydown", (event) => event.preventDefault())');
  expect((await keyboardFaultsOn(page)).filter((fault) => fault.startsWith('is not reached')).length).toBeGreaterThan(5);
  await close();
});

test('the links of the header do not move if the rest of the page arrives later', async () => {
  const proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const headers = { Accept: request.headers.get('accept') ?? '', 'Accept-Encoding': 'identity' };
      const answer = await fetch(rockola.url + pathname, { headers });
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
      const [start, rest] = (await answer.text()).split('<nav class="self"');
      async function* pieces() {
        yield start;
        await Bun.sleep(1_000);
        yield `<nav class="self"${rest}`;
      }
      return new Response(pieces() as never, { headers: { 'Content-Type': 'text/html' } });
    },
  });
  const { page, faults, close } = await browser.visit(`${proxy.url.href}artists`);
  // The second page has its style sheets from the cache, so only the missing rest could delay its first frame.
  await page.goto(`${proxy.url.href}albums`, { waitUntil: 'load' });
  expect([await page.evaluate<string[]>(movedElements), faults]).toEqual([[], []]);
  await close();
  await proxy.stop(true);
});
