import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const judge = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')))`;

/** What axe finds on a page, light and dark, and the widths of screens that the page does not fit into. */
export async function findingsOn(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const width of [2560, 1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const broad = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (broad > width) found.push([width, broad]);
  }
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate<string[]>(judge);
    if (violations.length > 0) found.push([colorScheme, violations]);
  }
  return found;
}
