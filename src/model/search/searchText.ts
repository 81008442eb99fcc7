import { z } from 'zod';
import { codePoints } from '../text.ts';
import { wordsOf } from './words.ts';

const longest = 200;
const maxWords = 12;

/** The text of a search, with at least one searchable word. `wordsOf` splits it. */
export const searchText = z
  .string()
  .superRefine((text, context) => {
    const error = errorIn(text);
    if (error) context.addIssue(error);
  })
  .meta({ minLength: 1, maxLength: longest, description: 'What to search for, up to 12 words', example: 'charly garsia' });

function errorIn(text: string): string | undefined {
  // A text of so many characters has at most twice the units; a longer one is refused without counting its characters.
  if (text.length > 2 * longest || codePoints(text) > longest) return `is too long; at most ${longest} characters are allowed`;
  if (text.trim() === '') return 'is blank; it must have a letter or a digit';
  const words = wordsOf(text).length;
  if (words === 0) return 'has no letter and no digit, so there is nothing to search for';
  return words > maxWords ? `has ${words} words; at most ${maxWords} are allowed` : undefined;
}
