import { expect, test } from 'bun:test';
import { type styles, styleText } from '../../src/web/styles.ts';

/** Sheets that pages load together. */
const sheetsOfPages = [
  ['site.css', 'catalogue.css', 'forms.css', 'account.css'],
  ['site.css', 'catalogue.css', 'forms.css', 'edit.css'],
] as const;

/** Classes that one sheet defines and another one extends. */
const shared = ['send', 'bottom'];

/** Classes that have a rule of their own outside @media. */
function classesOf(sheet: keyof typeof styles): string[] {
  return [...styleText(sheet).matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name as string);
}

test('a class means the same on all sheets of a page', () => {
  for (const sheets of sheetsOfPages) {
    const found = sheets.flatMap((sheet) => [...new Set(classesOf(sheet))]);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((name, i) => found.indexOf(name) !== i && !shared.includes(name))).toEqual([]);
  }
});
