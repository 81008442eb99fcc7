import { Problem } from '../problem.ts';
import { type Encoding, type EncodingReason, encodings, refusedFile } from './importRow.ts';

/** Reads a file in pieces. Each call begins at its start. */
export type ReadBytes = () => AsyncIterable<Uint8Array>;

/** The encoding of each charset of CSV (IANA); undefined: by the content, since "utf-16" leaves the order of the bytes open. */
export const charsets: { [charset: string]: Encoding | undefined } = {
  ...Object.fromEntries(encodings.map((encoding) => [encoding, encoding])),
  ...{ utf8: 'utf-8', 'utf-16': undefined, 'iso-8859-1': 'windows-1252' },
};

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The encoding of a file: that of its byte order mark; else UTF-16 if every second byte of its first two letters is zero; else UTF-8 if all
 * of it is valid UTF-8; else Windows-1252.
 */
export async function detectEncoding(bytes: ReadBytes): Promise<{ encoding: Encoding; why: EncodingReason }> {
  const head = await headOf(bytes());
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, i) => head[i] === byte))?.[0];
  if (marked) return { encoding: marked, why: 'byte order mark' };
  const zeros = [0, 1, 2, 3].map((i) => (head[i] === 0 ? '0' : '1')).join('');
  if (zeros === '1010' || zeros === '0101') return { encoding: zeros === '1010' ? 'utf-16le' : 'utf-16be', why: 'zero bytes' };
  try {
    for await (const _ of decode(bytes(), 'utf-8'));
    return { encoding: 'utf-8', why: 'valid UTF-8' };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'invalid-input')) throw error;
    return { encoding: 'windows-1252', why: 'not UTF-8' };
  }
}

/** The first piece of a file; empty for an empty file. */
export async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of bytes) return piece;
  return new Uint8Array();
}

/** The text of a file, without a byte order mark. @throws Problem `invalid-input` with the line of the first invalid byte */
export async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const read = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw refusedFile('otherEncoding', encoding, line);
    }
  };
  for await (const piece of bytes) {
    const text = read(piece);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) line++;
    yield text;
  }
  yield read();
}
