import { attempt } from '../model/attempt.ts';
import { addSchemes, type IdentifierKind, type OwnScheme, ownForm, ownSchemes, schemeNames } from '../model/identifierScheme.ts';
import { InvalidValue, shortened } from './values.ts';

export const identifierSchemesName = 'ROCKOLA_IDENTIFIER_SCHEMES';

const maxSchemes = 20;
const kinds: Record<string, IdentifierKind> = { artist: 'artist_identifier', album: 'album_identifier' };

/** A character or a set such as `[a-z0-9.]`, and how often it occurs. None matches a comma, which separates identifiers in a list. */
const part = /(?:[\w@/:~-]|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w.@/:~])+-?\])(?:[+*?]|\{\d{1,3}(?:,\d{1,3})?\})?/;
const patternForm = new RegExp(`^(?:${part.source}){1,40}$`);
/** The time of a match is a power of the length of the text; this bounds the exponent. */
const maxVarying = 2;

/** @throws InvalidValue */
export function identifierSchemes(text: string): OwnScheme[] {
  if (text === 'none') return [];
  const entries = text.split(';').map((entry) => entry.trim());
  if (entries.length > maxSchemes) throw new InvalidValue(`must have at most ${maxSchemes} schemes, but has ${entries.length}.`);
  return entries.map((entry, i) => readScheme(entry, entries.slice(0, i)));
}

function readScheme(entry: string, earlier: string[]): OwnScheme {
  const [kindWord = '', scheme = '', pattern = '', link = '', ...more] = entry.split(/\s+/);
  const kind = Object.hasOwn(kinds, kindWord) ? kinds[kindWord] : undefined;
  const refuse = (must: string) => new InvalidValue(`${must}, in "${shortened(entry)}".`);
  if (!kind || link === '' || more.length > 0)
    throw refuse('must have four words for each scheme: artist or album, then a name, a pattern and a link');
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(scheme)) throw refuse('must have names of 2 to 40 small letters, digits and hyphens');
  const others = earlier.map((other) => other.split(/\s+/, 2).join(' '));
  const isBuiltIn = schemeNames(kind).includes(scheme) && !ownSchemes(kind).includes(scheme);
  if (isBuiltIn || others.includes(`${kindWord} ${scheme}`)) throw refuse('must name each scheme once, and none that is built in');
  if (!isPattern(pattern, link))
    throw refuse(
      `must have patterns of characters and sets such as [a-z0-9.], and at most ${maxVarying} of them with a varying count such as {1,10}, + or *`,
    );
  if (link.length > 500 || link.split('{value}').length !== 2 || !/^https?:\/\//.test(link) || !URL.canParse(link.replace('{value}', 'x')))
    throw refuse('must have links that begin with http:// or https:// and have {value} once');
  return { kind, scheme, pattern, link };
}

function isPattern(pattern: string, link: string): boolean {
  if (!patternForm.test(pattern) || (pattern.match(/[+*?]|\{\d+,\d+\}/g) ?? []).length > maxVarying) return false;
  return attempt(() => ownForm(pattern, link), undefined) !== undefined;
}

/** Adds the schemes of the setting to those of this thread. A wrong setting adds none; `readConfig` reports it. */
export function addConfiguredSchemes(env: Record<string, string | undefined>): void {
  try {
    addSchemes(identifierSchemes(env[identifierSchemesName]?.trim() || 'none'));
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
  }
}
