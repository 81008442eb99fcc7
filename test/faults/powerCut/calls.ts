import { resolve } from 'node:path';

/** A system call that returned. */
export type Call = {
  name: string;
  /** Its arguments as strace shows them, without texts. */
  flags: string;
  result: number;
  /** The numbers of the lines at which it began and returned; equal if no other line came between. */
  entered: number;
  left: number;
  /** The file of the call, by descriptor or by name; "" if it has no file, or the file no longer has a name. */
  path: string;
  /** The numbers after its texts, or after its descriptor. */
  numbers: number[];
  /** The text in quotes. */
  texts(): Buffer[];
};

const line = /^(\d+) +(?:<\.\.\. \w+ resumed>|(\w+)\()/;
const unfinished = ' <unfinished ...>';

/**
 * The calls of a trace by `strace -f -y -xx` in the order of their returns. A call without a return, because its process ended, is left
 * out.
 */
export function* callsOf(trace: string): Generator<Call> {
  const open = new Map<string, { name: string; text: string; entered: number }>();
  let number = 0;
  for (const shown of linesOf(trace)) {
    const left = ++number;
    const [start, thread, name] = line.exec(shown) ?? [];
    if (start === undefined || thread === undefined) continue;
    const text = shown.slice(start.length);
    if (name === undefined) {
      const entry = open.get(thread);
      open.delete(thread);
      if (entry) yield callOf(entry.name, entry.text + text, entry.entered, left);
    } else if (text.endsWith(unfinished)) {
      open.set(thread, { name, text: text.slice(0, -unfinished.length), entered: left });
    } else yield callOf(name, text, left, left);
  }
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) return;
    yield text.slice(start, end);
  }
}

function callOf(name: string, text: string, entered: number, left: number): Call {
  const first = text.indexOf('"');
  const last = text.lastIndexOf('"');
  if (text.startsWith('...', last + 1)) throw new Error(`strace cut a text of ${name} short: raise its -s in recording.ts`);
  const [before, after] = first < 0 ? ['', text] : [text.slice(0, first), text.slice(last)];
  const texts = () => (first < 0 ? [] : quotedIn(text.slice(first, last + 1)));
  const [, opened, deleted] = /(?:^|, )\d+<([^>]*)>(\(deleted\))?/.exec(before || after) ?? [];
  const folder = opened === undefined ? '/' : decode(opened).toString();
  const named = byName.test(name);
  return {
    name,
    flags: before + after,
    result: Number(/\) += (-?\d+)/.exec(after)?.[1] ?? -1),
    entered,
    left,
    path: deleted ? '' : named ? resolve(folder, String(texts()[0] ?? '')) : opened === undefined ? '' : folder,
    numbers: [
      ...after
        .split(')', 1)
        .join()
        .matchAll(/, (\d+)(?=,|$)/g),
    ].map(([, digits]) => Number(digits)),
    texts,
  };
}

const byName = /^(open|creat|mkdir|rmdir|rename|unlink|link|symlink|truncate)/;

function quotedIn(text: string): Buffer[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, hex]) => decode(hex as string));
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
