import type { Schema } from '../../support/operations.ts';
import { type Case, maxIn } from './case.ts';
import { type GrowingText, growingTexts, ofLength, repeatedTo } from './pumps.ts';
import { encodeRequest, fieldValue, type Request } from './request.ts';

/** Makes JSON text of about this many bytes. */
type Maker = (size: number) => string;

export function bodyCases(operation: string, base: Request, { properties: members = {}, example: whole }: Schema): Case[] {
  const examples = (whole ?? {}) as Record<string, unknown>;
  const texts = Object.fromEntries(
    Object.entries(members).map(([name, { example }]) => [name, JSON.stringify(example ?? examples[name] ?? null)]),
  );
  const [known = 'a'] = Object.keys(members);
  const make = (part: string, maxSize: number, body: Maker): Case => ({
    operation,
    part,
    maxSize,
    request: (size) => encodeRequest({ ...base, body: body(size) }),
  });
  return [
    ...Object.keys(members).flatMap((name) =>
      Object.entries(values).map(([value, maker]) =>
        make(`member ${name}: ${value}`, maxIn.member, (size) => objectOf({ ...texts, [name]: maker(size) })),
      ),
    ),
    ...Object.entries(members).flatMap(([name, { maxLength }]) =>
      maxLength === undefined ? [] : longestCases(operation, base, texts, name, maxLength),
    ),
    ...Object.entries(bodies(known)).map(([name, maker]) => make(`body: ${name}`, maxIn.body, maker)),
    ...lateHeaderCases(operation, { ...base, body: objectOf(texts) }),
  ];
}

/** Cases whose member has the greatest allowed length, so that it is checked. The member `unknown` makes the body invalid. */
function longestCases(operation: string, base: Request, texts: Record<string, string>, name: string, maxLength: number): Case[] {
  return Object.entries(growingTexts).map(([pumpName, pump]) => ({
    operation,
    part: `member ${name} as long as it may be: ${pumpName}`,
    maxSize: Buffer.byteLength(ofLength(pump, maxLength)),
    times: 4,
    request: (size) =>
      encodeRequest({ ...base, body: objectOf({ ...texts, [name]: JSON.stringify(repeatedTo(pump, size)), unknown: '1' }) }),
  }));
}

function objectOf(members: Record<string, string>): string {
  return `{${Object.entries(members)
    .map(([name, text]) => `"${name}":${text}`)
    .join()}}`;
}

const values: Record<string, Maker> = {
  ...Object.fromEntries(
    Object.entries(growingTexts).map(([name, pump]) => [name, (size: number) => JSON.stringify(repeatedTo(pump, size))]),
  ),
  'escaped letters': (size) => `"${'\\u0061'.repeat(size / 6)}"`,
  'lone surrogates': (size) => `"${'\\ud800'.repeat(size / 6)}"`,
  'U+0000': (size) => `"${'\\u0000'.repeat(size / 6)}"`,
  'an integer': (size) => '9'.repeat(size),
  'a fraction': (size) => `0.${'1'.repeat(size)}`,
  'an exponent': (size) => `1e${'9'.repeat(size)}`,
  integers: (size) => `[${'1,'.repeat(size / 2)}1]`,
  texts: (size) => `[${'"a",'.repeat(size / 4)}"a"]`,
  'arrays in arrays': (size) => `[${'[[[[]]]],'.repeat(size / 9)}[]]`,
  objects: (size) => `[${'{"a":1},'.repeat(size / 8)}{}]`,
  'members of one name': (size) => `{${'"a":1,'.repeat(size / 6)}"a":1}`,
};

/** Whole bodies, around a known member. */
function bodies(known: string): Record<string, Maker> {
  const named = (size: number, length: number, name: (i: number) => string | number) =>
    `{${Array.from({ length: size / length }, (_, i) => `"${name(i)}":1`).join()}}`;
  return {
    'members of a known name': (size) => `{${`"${known}":1,`.repeat(size / (known.length + 5))}"${known}":1}`,
    'members that are not known': (size) => named(size, 14, (i) => `name${i}`),
    'members like indexes': (size) => named(size, 10, (i) => i),
    'members like indexes far apart': (size) => named(size, 15, (i) => i * 65_536),
    'a long name': (size) => `{"${'n'.repeat(size)}":1}`,
    'long names': (size) => named(size, 5_020, (i) => `${i}${'n'.repeat(5_000)}`),
    'a long name of an object that repeats a name': (size) => `{"${'n'.repeat(size / 2)}":{${'"a":1,'.repeat(size / 12)}"a":1}}`,
    'long names of nested objects': (size) =>
      `${`{"${'n'.repeat(size / 62)}":`.repeat(30)}{${'"a":1,'.repeat(size / 13)}"a":1}${'}'.repeat(30)}`,
    'names that are escaped': (size) => named(size, 55, (i) => `${'\\u0000'.repeat(6)}~/${i}`),
    'white space': (size) => `${' '.repeat(size)}{}`,
    'an array': (size) => `[${'null,'.repeat(size / 5)}null]`,
    'open brackets': (size) => '['.repeat(size),
    quotes: (size) => '"'.repeat(size),
    'a text without end': (size) => `"${'\\\\'.repeat(size / 2)}`,
    'a text': (size) => `"${'a'.repeat(size)}"`,
    'a number': (size) => '1'.repeat(size),
  };
}

/** Texts for headers that are read only if the body is valid. They are few, since some of these requests hash a password. */
const latePumps = [
  'ranges with weights',
  'ranges that ascend',
  'a range with parameters',
  'languages without weight',
  'commas',
  'browsers',
];

function lateHeaderCases(operation: string, base: Request): Case[] {
  return latePumps.map((name) => ({
    operation,
    part: `Accept-Language and User-Agent of a good body: ${name}`,
    maxSize: maxIn.header,
    request: (size) => {
      const text = fieldValue(repeatedTo(growingTexts[name] as GrowingText, size / 2));
      return encodeRequest({ ...base, headers: { ...base.headers, 'Accept-Language': text, 'User-Agent': text } });
    },
  }));
}
