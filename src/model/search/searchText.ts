import { z } from 'zod';
import { codePoints } from '../text.ts';
import { wordsOf } from './words.ts';

const maxLength = 200;
const maxWords = 12;

/** The text of a search, with at least one searchable word. `wordsOf` splits it. */
export const searchText = z
  .string()
  .superRefine((text, context) => {
    const error = errorIn(text);
    if (error) context.addIssue(error);
  })
  .meta({ minLength: 1, maxLength, description: 'What to search for, up to 12 words', example: 'charly garsia' });

function errorIn(text: string): string | undefined {
  // A character has one or two UTF-16 units, so the first condition refuses a very long text without counting its characters.
  if (text.length > 2 * maxLength || codePoints(text) > maxLength) return `is too long; at most ${maxLength} characters are allowed`;
  if (text.trim() === '') return 'is blank; it must have a letter or a digit';
  const words = wordsOf(text).length;
  if (words === 0) return 'has no letter and no digit, so there is nothing to search for';
  return words > maxWords ? `has ${words} words; at most ${maxWords} are allowed` : undefined;
}
