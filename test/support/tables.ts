// One table as programs save it: in several encodings, with several separators and line ends.

const table = [
  ['Artista', 'Disco', 'Año', 'Géneros', 'Discogs', 'Estante'],
  ['Virus', 'Wadu Wadu', '1981', 'rock,pop', '82730', 'A1'],
  ['Virus', 'Recrudece', '1982', '', '', 'A2'],
  ['Virus (2)', '"El ""primero"""', '1990', '', '', ''],
  ['Los Gatos', '', '', '', '', ''],
];
const csvOf = (separator: string, end: string) =>
  table.map((cells) => cells.map((cell) => (!cell.startsWith('"') && cell.includes(',') ? `"${cell}"` : cell)).join(separator)).join(end) +
  end;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** The encoding and its reason as an import prints them, the separator, and the bytes of the file. */
export const tables: [encoding: string, separator: string, bytes: Uint8Array][] = [
  ['utf-8, since all', 'commas', Buffer.from(csvOf(',', '\r\n'))],
  ['utf-8, by its byte order mark', 'semicolons', Buffer.from(`\ufeff${csvOf(';', '\n')}`)],
  ['utf-16le, by its byte order mark', 'tabs', utf16(csvOf('\t', '\r\n'))],
  ['utf-16be, by its byte order mark', 'tabs', utf16(csvOf('\t', '\r\n')).swap16()],
  ['windows-1252, since', 'semicolons', Buffer.from(csvOf(';', '\r'), 'latin1')],
];
