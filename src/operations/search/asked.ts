import type { Slice } from '../../model/page.ts';
import { type Asked, askedBy } from '../../model/search/asked.ts';
import type { Matched } from '../../model/search/matched.ts';
import type { Hit } from './search.ts';

/** `asked`: filters that the words of the search express. */
export type Found = Slice<Hit> & { asked: Asked | undefined };

/**
 * Interprets a search as people mean it: finds the group of “quién tocó en …”, and reads “charly garcía 83” with 1983 if no text has 83.
 *
 * @param runSearch finds a text as it is written
 */
export async function findInterpreted(text: string, runSearch: (text: string) => Promise<Slice<Hit>>): Promise<Found> {
  const asked = askedBy(text);
  const written = await runSearch(asked?.kind === 'members' ? asked.of : text);
  const isYear = asked?.kind === 'year' && !written.records[0]?.matched.some((match) => marks(match, asked.number));
  const inYear = isYear ? await runSearch(asked.text) : undefined;
  return { ...(inYear && inYear.records.length > 0 ? inYear : written), asked };
}

const marks = ({ text, ranges }: Matched, word: string) => ranges.some(([start, end]) => text.slice(start, end) === word);
