/** The English detail of each fault. The detail of a field error begins with a verb, since the name of the field stands before it. */
export const details = {
  required: () => 'is required',
  tooShort: (length: number, min: number) => `is ${length} characters long; at least ${min} are needed`,
  tooLong: (length: number, max: number) => `is ${length} characters long; at most ${max} are allowed`,
  blank: () => 'must not be only white space',
  controlCharacter: () => 'must not contain control characters',
  nullCharacter: () => 'has the character U+0000',
  integer: () => 'must be an integer such as 1990, written without quotes, fraction or exponent',
  integerBetween: (min: Value, max: Value) => `must be an integer between ${min} and ${max}`,
  between: (min: Value, max: Value) => `must be between ${min} and ${max}`,
  oneOf: (known: string) => `must be one of ${known}`,
  date: () => 'must be a date such as 1973, 1973-05 or 1973-05-30, with ~ behind it where it is approximate and ? where it is uncertain',
  length: () => 'must be minutes and seconds such as 3:45, or ""',
  isrc: () => 'must be an ISRC without hyphens such as ARF410100001, or ""',
  language: () => 'must be a well-formed language tag such as es or es-AR (BCP 47), or ""',
  reversed: () => 'must not be after "to"',
  notThere: (kind: string) => `is the id of no ${kind}`,
  notNamed: () => 'is the name of no artist, or of several; give the address of its page',
  emptyWith: (what: string) => `must be empty with ${what}`,
  noMember: (kind: string) => `must be a member of ${kind}, or null`,
  urlOrText: () => 'is required where there is no text',
  itself: () => 'must not be the artist that this belongs to',
  identifier: (scheme: string, example: string) => `must be an id of ${scheme} or its address, such as ${example}`,
  identifierForm: (scheme: string, pattern: string) => `must be an id of ${scheme}, which has the form ${pattern}, or its address`,
  taken: (identifier: string, path: string, name: string) => `${identifier} is the identifier of ${path}${name ? `, of "${name}"` : ''}`,
  checkDigit: () => 'has a wrong check digit, or another wrong digit',
  groupInPerson: () => 'must not be a group, since the artist that this belongs to is a person',
  tooManyRecords: (max: Value) => `there are ${max} of these already, as many as one artist may have; delete one first`,
  duplicate: (id: Value) => `says the same as ${id}, which is there already`,
  choices: (known: string, max: Value) => `must be a list of at most ${max} different values among ${known}`,
  time: () => 'must be a time such as 2030-01-31T12:00:00Z (RFC 3339)',
  past: () => 'must be in the future',
  future: () => 'must not be in the future',
  beforeSince: () => 'must not be before "since": the span would end before it begins',
  address: () => 'must be "" or an absolute URL that begins with http:// or https://',
  targetUrl: () => 'must be an absolute http:// or https:// URL without a #fragment, on port 80, 443 or from 1024 on',
  refusedTarget: () =>
    'must not lead to this service, or to an address that is not of the public internet, unless the operator sets ROCKOLA_OUTBOUND=any',
  userInfo: () => 'must not contain a user name or password',
  email: () => 'must be an e-mail address such as name@example.org',
  emailTaken: () => 'has an account already',
  passwordForEmail: () => 'is required to change the e-mail address',
  wrongPassword: () => 'is not the password of this account',
  passwordChanged: () => 'was changed just now; send the new one',
  passwordIsEmail: () => 'must not be your e-mail address or its beginning',
  passwordIsService: () => 'must not be the name of the service',
  commonPassword: () => 'is one of the most common passwords, which are tried first; choose another',
  notRepeated: () => 'must be the same as the password',
  deadLink: () => 'is not the token of a valid link: the link was used, has expired or was replaced; ask for another',
  otherAccount: () => 'was shown to another account than the one that is signed in now; nothing was changed',
  suspended: () => 'This account is suspended. Ask the operator of the service to reinstate it.',
  lacksRole: (right: string, needed: string, own: string) =>
    `The right to ${right} needs the role ${needed}; this account has the role ${own}. An administrator can change that.`,
  unconfirmed: () => 'Confirm your e-mail address first: open the link that was sent to it, or ask for another.',
  noneNamed: () => 'must name at least one',
  tooManyKeys: (max: number) => `this account has ${max} keys, as many as it may; revoke one first`,
  tooManyWebhooks: (max: number) => `this account has ${max} webhooks, as many as it may; delete one first`,
  changedMeanwhile: () => 'was changed meanwhile; nothing was saved',
  createdMeanwhile: (ids: string) => `was created meanwhile, with the id ${ids}`,
  changedLater: () => 'was changed again later, so it cannot be undone alone; edit it by hand, or go back to a whole version',
  noVersion: (record: string, newest: Value) => `is no version of ${record}, which has the versions 1 to ${newest}; name one of them`,
  deletion: (record: string) => `is a deletion of ${record}; name another version, or delete the record`,
  redacted: (record: string) =>
    `is a version of ${record} of which something was redacted or is hidden, so it cannot be restored; name another`,
  cells: (cells: number, columns: number) => `has ${cells} cells; the first line has ${columns}`,
  notAnId: () => 'must be an id: a whole number from 1',
  inEarlierLine: () => 'says the same as an earlier line',
  differsFromLine: (line: number) => `differs from line ${line}, which has the same name`,
  notImported: (record: string, identifier: string) =>
    `belongs to, or names, ${record} that is not imported${identifier && `: ${identifier}`}`,
  deletedRecord: () => 'was deleted; undo that, or import it without its id',
  otherPlace: (ids: string) => `belongs elsewhere: ${ids}`,
  ambiguousName: (ids: string) => `is the name of several records: ${ids}; give the id`,
  ambiguousIdentifiers: () => 'has identifiers of several records',
  matchedTwice: (record: string) => `matches ${record}, as an earlier line does`,
  emptyFile: () => 'is empty',
  otherEncoding: (encoding: string, line: number) => `is not ${encoding} after line ${line}; name its encoding`,
  noCsv: (line: number) =>
    `is no CSV after line ${line}: a quote is not closed, or stands inside a cell without quotes (write "12"" vinyl"), or a row exceeds 1 MiB`,
  tooManyColumns: (columns: number, max: number) => `has ${columns} columns; at most ${max} are read`,
  longColumnName: (column: number, max: number) => `has a name of more than ${max} characters in the first line, for column ${column}`,
  noColumn: (columns: string, header: string) => `has no column ${columns}; it has ${header}`,
  noNameColumn: (header: string) => `has no column for artist.name; map one to it: it has ${header}`,
  unknownMember: (column: string, member: string) =>
    `has the column ${column} mapped to ${member}, which is no member such as artist.name or album_identifier.ean`,
  sameColumn: (member: string) => `has several columns for ${member}; rename the others`,
  cutExport: () => 'is an export without its last line; export it again',
  incompleteExport: (records: number) =>
    `is an incomplete export: it has ${records} records; export it again, or delete its first and last line`,
  compressedFile: () => 'is compressed, or a workbook of a spreadsheet program; decompress it, or save the table as CSV',
  noJsonDocument: (detail: string) => `is not read as one JSON document: ${detail}; lines of JSON have the format ndjson`,
  longDocument: (max: number) => `has more than ${max} bytes outside an array of records`,
  doctype: (line: number) => `has a DOCTYPE or comment outside its records, in line ${line}; remove it`,
  declaredEncoding: (encoding: string) => `has the encoding ${encoding}; save it as UTF-8`,
  otherElements: (names: string, line: number) => `has something else than the elements ${names} in line ${line}`,
  cutFile: (line: number) => `was cut after line ${line}; get it again`,
  mapOfFormat: (format: string) => `has the format ${format}, which has no columns to map; leave out the map, or give the format csv`,
  foreignIds: () => 'has the ids of another catalogue; match its records by identifier or by name',
  tooManyIdentified: (max: number) => `has more than ${max} new artists and albums; import it in parts`,
  listedElsewhere: (member: string) => `has a list in ${member}; records stand in data, or in an array that is the whole document`,
  noArtist: () => 'has no artist',
  longRecord: (max: number, unit: string) => `is longer than ${max} ${unit}`,
  notUtf8: () => 'is not UTF-8',
  noJson: (detail: string) => detail,
  noXml: (detail: string) => `is no valid XML: ${detail}`,
  emptyRecord: () => 'is empty',
  noObject: () => 'is no JSON object',
  noEntry: (catalogue: string, kinds: string) => `is no ${kinds} of ${catalogue}`,
  otherCatalogueError: (message: string) => `is an error of the other catalogue: ${message}`,
  noCatalogueId: (catalogue: string) => `must be an id of ${catalogue}`,
  noCredits: () => 'is required: ask for it with inc=artist-credits',
  afterEnd: () => 'stands after the last line of the export',
  noParentId: (parent: string) => `must be the id of its ${parent}`,
  deletedMeanwhile: () => 'was deleted meanwhile, or the record to which it belongs was',
  rowNotApplied: (row: Value) => `belongs to row ${row} of the plan, which was not applied`,
  wrongType: (type: string) => `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`,
  notKnown: (noun: string, known: string) => `is not a known ${noun}; ${known ? `known are ${known}` : 'none is known here'}`,
  repeatedName: () => 'appears more than once',
  loneSurrogate: () => 'has a lone surrogate, which is not a Unicode character',
  tooManyErrorRows: (max: number) => `has more than ${max} lines with errors; perhaps it is of another format`,
  slowFile: (kib: number, seconds: number) =>
    `came too slowly: ${kib} KiB of it must arrive every ${seconds} seconds; use a faster connection, or several smaller files`,
  /** Errors that only programs cause, such as in a header, a cursor or a type: always in English. */
  technical: (detail: string) => detail,
};

type Value = string | number;
export type FaultCode = keyof typeof details;
export type FaultValues<C extends FaultCode> = Parameters<(typeof details)[C]>;

/** A code with its values, as plain data: `['tooLong', 201, 200]`. */
export type Fault = { [C in FaultCode]: [C, ...FaultValues<C>] }[FaultCode];

export function detailOf([code, ...values]: Fault): string {
  return (details[code] as (...values: Value[]) => string)(...values);
}

/** A fault as the message of a zod issue, which can only be a text. */
export function message(...fault: Fault): string {
  return JSON.stringify(fault);
}

/** The fault in a message; for a message of zod itself, its text. */
export function faultIn(message: string): Fault {
  return message.startsWith('[') ? JSON.parse(message) : ['technical', message];
}
