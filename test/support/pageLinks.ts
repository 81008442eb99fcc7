import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The dead links of a page. @param page its path in the folder */
export function deadLinks(root: string, page: string): string[] {
  return linksOf(readFileSync(join(root, page), 'utf8')).filter((link) => !resolves(root, page, link));
}

/** The targets of links within the project. Code is removed first, since its brackets are not links. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string).filter((target) => !/^[a-z]+:/i.test(target));
}

function resolves(root: string, page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(readFileSync(join(root, target), 'utf8')).includes(heading);
}

/** Anchors of headings as forges make them: lower-case letters, digits and hyphens. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
