import { fieldError, invalidInput } from '../model/problem.ts';
import { brokenOff } from './body.ts';

/** The most bytes of the head of a part. */
const maxHead = 8_192;
/** The most bytes of a text field. */
const maxText = 65_536;

export type FileForm = { fields: URLSearchParams; file?: { name: string; bytes: AsyncIterable<Uint8Array> } };

export const formWithFile = 'multipart/form-data';

/**
 * The fields of a form, and its file as it arrives (RFC 7578). Fields after the file are not read.
 *
 * @throws Problem `invalid-input`, `malformed-json` if the body ends too early
 */
export async function readFileForm(type: string, body: AsyncIterable<Uint8Array>): Promise<FileForm> {
  const boundary = /;\s*boundary="?([^";]{1,70})"?/i.exec(type)?.[1];
  if (boundary === undefined) throw malformed('has no boundary in its Content-Type');
  const delimiter = `\r\n--${boundary}`;
  const { upTo, textUpTo } = createParser(body);
  const fields = new URLSearchParams();
  await textUpTo(delimiter, maxHead);
  // The last delimiter is followed by "--".
  while ((await textUpTo('\r\n', maxHead)) === '') {
    const head = await textUpTo('\r\n\r\n', maxHead);
    const [name, fileName] = [/;\s*name="([^"]*)"/i, /;\s*filename="([^"]*)"/i].map((pattern) => pattern.exec(head)?.[1]);
    if (name === undefined) throw malformed('has a part without a name');
    if (fileName !== undefined) return { fields, file: { name: unescaped(fileName), bytes: upTo(delimiter) } };
    fields.append(name, await textUpTo(delimiter, maxText));
  }
  return { fields };
}

/** As browsers escape file names (HTML, "multipart/form-data encoding algorithm"). */
const unescaped = (name: string) => name.replace(/%(22|0A|0D)/g, (escaped) => decodeURIComponent(escaped));

function createParser(body: AsyncIterable<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]();
  // The first delimiter has no line end before it.
  let rest = Buffer.from('\r\n');

  /** The bytes before `mark`, which is left out. */
  async function* upTo(mark: string): AsyncGenerator<Uint8Array> {
    for (let index = rest.indexOf(mark); ; index = rest.indexOf(mark)) {
      const end = index < 0 ? Math.max(0, rest.length - mark.length + 1) : index;
      if (end > 0) yield rest.subarray(0, end);
      rest = rest.subarray(index < 0 ? end : end + mark.length);
      if (index >= 0) return;
      const { value, done } = await pieces.next();
      if (done) throw brokenOff();
      rest = Buffer.concat([rest, value]);
    }
  }

  async function textUpTo(mark: string, maxBytes: number): Promise<string> {
    let text = Buffer.alloc(0);
    for await (const bytes of upTo(mark)) {
      text = Buffer.concat([text, bytes]);
      if (text.length > maxBytes) throw malformed(`has a part of more than ${maxBytes} bytes before the file`);
    }
    return text.toString();
  }

  return { upTo, textUpTo };
}

const malformed = (detail: string) => invalidInput(fieldError('', 'technical', detail));
