/** Elements that a description may have. Of other elements only the content stays. */
const elements = new Set('p br hr strong em del code pre blockquote ul ol li h2 a table thead tbody tr th td'.split(' '));
/** Every tag but those that stay as they are. */
const tags = /<(?!\/?(?:p|strong|em|del|code|blockquote|ul|ol|li|h2|thead|tbody|tr|th|td)>)(\/?)(\w*)([^<>]*)>?/g;

/** Nested quotes and lists that a line may open. Each level costs the parser more than the last. */
const maxDepth = 4;
const marker = '(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))';
const tooDeep = new RegExp(`^(${marker}{${maxDepth}})${marker}+`, 'gm');

/** In columns. A wider table is shown as text, since the parser fills each row up to the width of its table. */
const maxColumns = 20;
/**
 * The HTML may be this many times as long as the text. Links that share a long definition can exceed this; then definitions are shown as
 * text.
 */
const maxGrowth = 20;

/** The parser takes quadratic time for these: a run of backquotes of which the first is escaped, and "www." after an underscore. */
const costly = /\\(`{2,})|_(?=www\.)/gi;
/** Beyond this many, they are escaped. */
const maxCostly = 100;

/** Noncharacters. One that the text lacks is inserted after each `<` that begins no address, so that the parser sees no HTML there. */
const marks = Array.from({ length: 32 }, (_, i) => String.fromCharCode(0xfdd0 + i));
const htmlStart = /<(?![a-z][\w.+-]*[:@][^\s<>]*>)/gi;

/** Matches text that is more than one line of words, so it needs the parser. A dot inside a word may belong to an address. */
const markup = /^(?![A-Za-z\u00c0-\u024f])| $|[.:](?! |$)|[^A-Za-z0-9 ,;.:()?!\u00a0-\uffff-]/;

/**
 * The HTML of a description, at most 30 times as long. HTML in the text is shown as text. Of the parser's output only allowed
 * elements stay: no picture, and no attribute but `href` with an http address.
 */
export function safeHtml(markdown: string): string {
  if (!markup.test(markdown)) return `<p>${markdown}</p>\n`;
  const mark = marks.find((char) => !markdown.includes(char) && !markdown.includes(encodeURIComponent(char))) ?? '\ufdd0';
  const text = bounded(markdown).replace(htmlStart, `<${mark}`);
  const parsed = parse(text);
  const html = parsed.length > maxGrowth * markdown.length ? parse(text.replaceAll(']:', ']\\:')) : parsed;
  return html
    .replace(tags, element)
    .replace(/(?:<td><\/td>)+(?=<\/tr>)/g, '')
    .replaceAll(mark, '')
    .replaceAll(encodeURIComponent(mark), '');
}

const parse = (text: string) => Bun.markdown.html(text, { noHtmlBlocks: true, autolinks: true });

function element(_: string, end: string, tag: string, attributes: string): string {
  // All headings are below the name of the artist, on one level.
  const name = /^h[1-6]$/.test(tag) ? 'h2' : tag;
  if (!elements.has(name)) return '';
  if (!end && (name === 'pre' || name === 'table')) return `<${name} tabindex="0">`;
  const address = !end && name === 'a' && /^ href="(https?:\/\/[^"]*)"/i.exec(attributes)?.[1];
  return address ? `<a href="${address}" rel="nofollow ugc noopener noreferrer">` : `<${end}${name}>`;
}

/** Escapes markup that would cost the parser more than linear time, more than one table cell for each character, or deep nesting. */
function bounded(markdown: string): string {
  const isCostly = (markdown.match(costly)?.length ?? 0) > maxCostly;
  const cheap = isCostly ? markdown.replace(costly, (_, run = '') => '\\`'.repeat(run.length) || '\\_') : markdown;
  const text = cheap.replace(tooDeep, '$1 ');
  if (!text.includes('|')) return text;
  // A table ends at an empty line, which may have quote marks.
  const parts = text.split(/((?:\r\n?|\n)[ \t>]*(?=[\r\n]))/);
  return parts.map((part) => (part.includes('|') && cellsIn(part) > part.length ? part.replaceAll('|', '\\|') : part)).join('');
}

/** An upper bound of the table cells that the parser makes. */
function cellsIn(part: string): number {
  const lines = part.split(/\r\n?|\n/);
  const delimiters = lines.filter((line) => line.includes('|') && /^[>|:\s-]*$/.test(line));
  const columns = Math.max(0, ...delimiters.map((line) => line.match(/-+/g)?.length ?? 0));
  return columns > maxColumns ? Number.POSITIVE_INFINITY : columns * lines.length;
}

/** The first words of a description without its markup, on one line. */
export function plainWords(markdown: string, maxLength: number): string {
  const start = markdown.slice(0, 4 * maxLength);
  const words = markup.test(start) ? Bun.markdown.render(bounded(start), { image: () => '', ...spacedElements }) : start;
  return shortened(oneLine(words), maxLength);
}

const spaced = (words: string) => `${words} `;
const spacedElements = { paragraph: spaced, heading: spaced, listItem: spaced, td: spaced, th: spaced };

export function shortened(line: string, maxLength: number): string {
  return line.length <= maxLength ? line : `${line.slice(0, line.lastIndexOf(' ', maxLength - 1) + 1 || maxLength).trimEnd()}…`;
}

/**
 * Prepares a text for a place outside the page, such as a title, where no element isolates it: removes control and direction characters.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
