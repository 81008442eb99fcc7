import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../docs/security.md', import.meta.url);

/** The table of docs/security.md between comments with a name. */
export function docsTable(name: string) {
  const place = new RegExp(`(?<=<!-- ${name} -->\n).*?(?=<!-- /${name} -->)`, 's');
  const text = () => readFileSync(page, 'utf8');
  return {
    read: () => place.exec(text())?.[0].trim(),
    write(table: string): void {
      writeFileSync(
        page,
        text().replace(place, () => `\n${table}\n\n`),
      );
    },
  };
}
