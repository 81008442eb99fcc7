import type { Slice } from '../../model/page.ts';
import { type Asked, askedBy } from '../../model/search/asked.ts';
import type { Matched } from '../../model/search/matched.ts';
import type { Hit } from './search.ts';

/** `asked`: what the words ask for beside what they find. */
export type Found = Slice<Hit> & { asked: Asked | undefined };

/**
 * What a search finds as people mean it: the group of “quién tocó en …”, the year of “charly garcía 83” in full where nothing has the
 * short one in its text.
 *
 * @param look finds a text as it is written
 */
export async function findAsked(text: string, look: (text: string) => Promise<Slice<Hit>>): Promise<Found> {
  const asked = askedBy(text);
  const written = await look(asked?.kind === 'members' ? asked.of : text);
  const isYear = asked?.kind === 'year' && !written.records[0]?.matched.some((match) => marks(match, asked.number));
  const inYear = isYear ? await look(asked.text) : undefined;
  return { ...(inYear && inYear.records.length > 0 ? inYear : written), asked };
}

const marks = ({ text, ranges }: Matched, word: string) => ranges.some(([start, end]) => text.slice(start, end) === word);
