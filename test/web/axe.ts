import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const runAxe = (only: string) => `axe.run({ resultTypes: ['violations'] ${only} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')))`;
const allRules = runAxe('');
/** The only rule whose result depends on the colours. */
const contrast = runAxe(", runOnly: ['color-contrast']");

/** At each width all rules run in one colour scheme, and the colours are checked in both. */
const looks = [
  [1280, 'light', allRules],
  [1280, 'dark', contrast],
  [375, 'dark', allRules],
  [375, 'light', contrast],
] as const;

/** The faults that axe finds on a page, at the widths of a desktop and a phone, and the screens that are too narrow for the page. */
export async function findingsOn(page: Page): Promise<unknown[]> {
  const found = await tooNarrowFor(page);
  await page.evaluate(axe);
  for (const [width, colorScheme, rules] of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate<string[]>(rules);
    if (violations.length > 0) found.push([width, colorScheme, violations]);
  }
  return found;
}

/** The widths of screens that are too narrow for a page, and its width there. */
export async function tooNarrowFor(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const width of [2560, 768, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (pageWidth > width) found.push([width, pageWidth]);
  }
  return found;
}
