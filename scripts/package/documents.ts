import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Pages for people who change the program. */
export const forContributors = ['docs/architecture.md', 'docs/changing.md', 'docs/style.md'];

/** Documents for those who use and run the program, with the files that they show. They keep their paths, so that their links work. */
export const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'starter/README.md',
  'packaging/rockola.rules.yml',
  'packaging/rockola.grafana.json',
  'packaging/Containerfile',
  'packaging/compose.yaml',
  'packaging/rockola-dump',
  'bench/cost.svg',
  ...[...files('docs/*.md'), ...files('docs/api/*.md')].filter((path) => !forContributors.includes(path)),
  ...files('docs/pictures/*'),
];

function files(pattern: string): string[] {
  return [...new Bun.Glob(pattern).scanSync()].sort();
}

/** Copies the documents into a folder. A link to a file that is not packaged, such as source code, becomes plain text. */
export function putDocuments(folder: string): void {
  for (const path of documents) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
    if (path.endsWith('.md')) writeFileSync(place, withoutDeadLinks(path, readFileSync(path, 'utf8')));
    else cpSync(path, place);
  }
}

function withoutDeadLinks(path: string, text: string): string {
  return text.replace(/\[([^\][]*)\]\(([^)\s]+)\)/g, (link, words: string, target: string) => {
    const [file = ''] = target.split('#');
    return /^([a-z]+:|$)/i.test(file) || documents.includes(join(dirname(path), file)) ? link : words;
  });
}
