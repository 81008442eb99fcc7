/** In UTF-16 units: from the first, up to but not including the second. */
export type Range = [start: number, end: number];

const longest = 240;
/** UTF-16 units that are shown before the first match. */
const before = 40;

/**
 * The piece of a long text that contains the most ranges, and the ranges as offsets in the piece. It is cut at spaces where possible, and
 * never within a character.
 *
 * @param ranges ascending, at least one
 */
export function excerptOf(text: string, ranges: Range[]): { text: string; ranges: Range[] } {
  if (text.length <= longest) return { text, ranges };
  const first = densest(ranges);
  const start = wholeCharacter(text, afterSpace(text, Math.max(0, Math.min(first - before, text.length - longest)), first));
  const end = wholeCharacter(text, Math.min(text.length, start + longest));
  const cut = end < text.length ? text.lastIndexOf(' ', end) : end;
  const last = cut > first + before ? cut : end;
  const inside = ranges.filter(([from]) => from >= start && from < last);
  return { text: text.slice(start, last), ranges: inside.map(([from, to]) => [from - start, Math.min(to, last) - start]) };
}

/** The start of the range that the piece should begin with, so that the most ranges fit into it. */
function densest(ranges: Range[]): number {
  let best = { start: 0, count: 0 };
  let next = 0;
  for (const [i, [start]] of ranges.entries()) {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start + longest - before) next++;
    if (next - i > best.count || i === 0) best = { start, count: next - i };
  }
  return best.start;
}

/** The start of the first word that begins between two offsets; the earliest offset if there is none. */
function afterSpace(text: string, earliest: number, latest: number): number {
  if (earliest === 0) return 0;
  const space = text.indexOf(' ', earliest);
  return space >= 0 && space < latest ? space + 1 : earliest;
}

/** Moves an offset that is between the halves of a surrogate pair to its start. */
function wholeCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
