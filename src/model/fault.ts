/** What can be wrong with a text or number that people write, as facts, so that each door can say it in its own words. */
export type Fault =
  | { code: 'too-long'; length: number; most: number }
  | { code: 'too-short'; length: number; least: number }
  | { code: 'only-space' }
  | { code: 'control-characters' }
  | { code: 'no-address' }
  | { code: 'user-info' }
  | { code: 'outside'; first: number; last: number };

/** What the API says of a fault. */
const sentences: { [C in Fault['code']]: (fault: Extract<Fault, { code: C }>) => string } = {
  'too-long': ({ length, most }) => `is ${length} characters long; at most ${most} are allowed`,
  'too-short': ({ length, least }) => `is ${length} characters long; at least ${least} are needed`,
  'only-space': () => 'must not be only white space',
  'control-characters': () => 'must not contain control characters',
  'no-address': () => 'must be "" or an absolute URL that begins with http:// or https://',
  'user-info': () => 'must not contain a user name or password',
  outside: ({ first, last }) => `must be between ${first} and ${last}`,
};

/** The fault as an issue of a schema. */
export function issueOf(fault: Fault): { code: 'custom'; message: string; params: { fault: Fault } } {
  const sentence = sentences[fault.code] as (fault: Fault) => string;
  return { code: 'custom', message: sentence(fault), params: { fault } };
}
