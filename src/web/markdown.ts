/** Elements that a description may have; of all others only what is in them is left. */
const elements = new Set('p br hr strong em del code pre blockquote ul ol li h2 a table thead tbody tr th td'.split(' '));

/** Quotes and lists in one another that a line may open. A browser draws no more, and each further one costs more than the last. */
const deepest = 4;
const marker = '(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))';
const tooDeep = new RegExp(`^(${marker}{${deepest}})${marker}+`, 'gm');

/**
 * The HTML of a description. HTML in it is shown as text, and what the parser made passes a list of elements that are allowed:
 * no picture, no attribute but addresses of the web.
 */
export function safeHtml(markdown: string): string {
  const parsed = Bun.markdown.html(markdown.replace(tooDeep, '$1 '), { noHtmlBlocks: true, noHtmlSpans: true, autolinks: true });
  return bare.test(parsed) ? parsed : rewriter.transform(parsed);
}

/** HTML of which the rewriter would change nothing, as that of most descriptions is: it takes longer than the parser. */
const bare = /^[^<]*(?:<\/?(?:p|em|strong|del|code|blockquote|ul|ol|li|h2)>[^<]*)*$/;

const rewriter = new HTMLRewriter().on('*', {
  element(element) {
    // Under the name of who is described, all their headings are of one level.
    if (/^h[1-6]$/.test(element.tagName)) element.tagName = 'h2';
    if (!elements.has(element.tagName)) return void element.removeAndKeepContent();
    const address = element.tagName === 'a' ? element.getAttribute('href') : null;
    for (const [name] of [...element.attributes]) element.removeAttribute(name);
    if (element.tagName === 'pre' || element.tagName === 'table') element.setAttribute('tabindex', '0');
    if (!address || !/^https?:\/\//i.test(address)) return;
    element.setAttribute('href', address);
    element.setAttribute('rel', 'nofollow ugc noopener noreferrer');
  },
});

/** The first words of a description without its marks, on one line. */
export function plainWords(markdown: string, most: number): string {
  const start = markdown.slice(0, 4 * most).replace(tooDeep, '$1 ');
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
