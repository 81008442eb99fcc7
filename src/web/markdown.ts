/** Elements that a description may have; of all others only what is in them is left. */
const elements = new Set('p br hr strong em del code pre blockquote ul ol li h2 a table thead tbody tr th td'.split(' '));
/** Each `<`, but for those of elements that stay as they are. */
const tags = /<(?!\/?(?:p|strong|em|del|code|blockquote|ul|ol|li|h2|thead|tbody|tr|th|td)>)(\/?)(\w*)([^<>]*)>?/g;

/** Quotes and lists in one another that a line may open. A browser draws no more, and each further one costs more than the last. */
const deepest = 4;
const marker = '(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))';
const tooDeep = new RegExp(`^(${marker}{${deepest}})${marker}+`, 'gm');

/** A wider table is shown as text, since the parser fills each row up to the width of its table. */
const maxColumns = 20;
/** Many links may share one definition. Where the HTML is more than so many times as long as the text, definitions are shown as text. */
const maxGrowth = 20;

/** The parser takes quadratic time for each of these: a run of backquotes of which the first is escaped, "www." behind an underscore. */
const costly = /\\(`{2,})|_(?=www\.)/gi;
/** With more than so many, they are escaped. */
const maxCostly = 100;

/** Noncharacters of Unicode. One that the text lacks, behind each `<` that begins no address, keeps the parser from taking that for HTML. */
const marks = Array.from({ length: 32 }, (_, i) => String.fromCharCode(0xfdd0 + i));
const htmlStart = /<(?![a-z][\w.+-]*[:@][^\s<>]*>)/gi;

/**
 * The HTML of a description, at most 30 times as long. HTML in it is shown as text, and of what the parser made only elements
 * that are allowed are left: no picture, no attribute but addresses of the web.
 */
export function safeHtml(markdown: string): string {
  const mark = marks.find((one) => !markdown.includes(one) && !markdown.includes(encodeURIComponent(one))) ?? '\ufdd0';
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
  // Under the name of who is described, all their headings are of one level.
  const name = /^h[1-6]$/.test(tag) ? 'h2' : tag;
  if (!elements.has(name)) return '';
  if (!end && (name === 'pre' || name === 'table')) return `<${name} tabindex="0">`;
  const address = !end && name === 'a' && /^ href="(https?:\/\/[^"]*)"/i.exec(attributes)?.[1];
  return address ? `<a href="${address}" rel="nofollow ugc noopener noreferrer">` : `<${end}${name}>`;
}

/** A text that takes the parser linear time, and of which it makes at most a cell for each character, and lists of a bounded depth. */
function bounded(markdown: string): string {
  const isCostly = (markdown.match(costly)?.length ?? 0) > maxCostly;
  const cheap = isCostly ? markdown.replace(costly, (_, run = '') => '\\`'.repeat(run.length) || '\\_') : markdown;
  const text = cheap.replace(tooDeep, '$1 ');
  if (!text.includes('|')) return text;
  // A table ends at an empty line, which may have marks of quotes.
  const parts = text.split(/((?:\r\n?|\n)[ \t>]*(?=[\r\n]))/);
  return parts.map((part) => (part.includes('|') && cellsIn(part) > part.length ? part.replaceAll('|', '\\|') : part)).join('');
}

/** The number of cells that the parser makes at most of lines in which a table may be. */
function cellsIn(part: string): number {
  const lines = part.split(/\r\n?|\n/);
  const delimiters = lines.filter((line) => line.includes('|') && /^[>|:\s-]*$/.test(line));
  const columns = Math.max(0, ...delimiters.map((line) => line.match(/-+/g)?.length ?? 0));
  return columns > maxColumns ? Number.POSITIVE_INFINITY : columns * lines.length;
}

/** The first words of a description without its marks, on one line. */
export function plainWords(markdown: string, most: number): string {
  const start = bounded(markdown.slice(0, 4 * most));
  return shortened(oneLine(Bun.markdown.render(start, { image: () => '', ...apart })), most);
}

const spaced = (words: string) => `${words} `;
const apart = { paragraph: spaced, heading: spaced, listItem: spaced, td: spaced, th: spaced };

/** The first words of a line. */
export function shortened(line: string, most: number): string {
  return line.length <= most ? line : `${line.slice(0, line.lastIndexOf(' ', most - 1) + 1 || most).trimEnd()}…`;
}

/** A text that stands outside the page, where nothing isolates it: without control and direction characters. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
