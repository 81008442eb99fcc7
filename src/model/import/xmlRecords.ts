import type { Fault } from '../fault.ts';
import { decode, type ReadBytes } from './encoding.ts';
import { refusedFile } from './importRow.ts';

/** An element as `Bun.XML` reads it: a text, or its attributes and children by name. */
export type Xml = string | { [name: string]: Xml | Xml[] };
/** `line`: the first line of the record. `fault`: why the record cannot be read. */
export type XmlRecord = { line: number; record: Exclude<Xml, string> } | { line: number; fault: Fault };

/** The beginning of a tag outside records, up to the end of its name. */
const markup = /^<(?:[?!/]?[\w-]*)/;
const longestTag = 1_000;

/**
 * Reads the records of an XML file one by one, so that only one is in memory.
 *
 * @param names of the elements that are records; the root may be their plural, such as `<artists>`
 * @param max the most UTF-16 units of a record
 * @throws Problem `invalid-input` if the file has other elements or a DOCTYPE, or ends too early
 */
export async function* xmlRecords(bytes: ReadBytes, names: string[], max: number): AsyncGenerator<XmlRecord[]> {
  let rest = '';
  let line = 1;
  /** The record whose end is not read yet. `from`: where the search for its end continues. */
  let open: { name: string; line: number; from: number; isLong: boolean } | undefined;
  let root: string | undefined;
  const drop = (length: number) => {
    line += rest.slice(0, length).split('\n').length - 1;
    rest = rest.slice(length);
  };
  /** Reads one tag outside records. @returns false if the tag is incomplete */
  const readTag = (): boolean => {
    drop(rest.length - rest.trimStart().length);
    if (rest === '') return false;
    const begin = markup.exec(rest)?.[0] ?? '';
    const name = begin.slice(1);
    if (name.startsWith('!')) throw refusedFile('doctype', line);
    const end = rest.indexOf('>') + 1;
    if (end === 0 && begin !== '' && rest.length < longestTag) return false;
    if (names.includes(name)) {
      open = { name, line, from: 0, isLong: false };
      return true;
    }
    const isRoot = names.some((singular) => `${singular}s` === name) && root === undefined;
    if (name.startsWith('?') && end > 0) requireUtf8(rest.slice(0, end));
    else if (isRoot && end > 0) root = rest[end - 2] === '/' ? '' : name;
    else if (root && name === `/${root}`) root = '';
    else throw refusedFile('otherElements', names.join(', '), line);
    drop(end);
    return true;
  };
  /** Reads the open record. @returns undefined if it is incomplete */
  const readRecord = ({ name, line: begun, from, isLong }: NonNullable<typeof open>): XmlRecord | undefined => {
    const tag = `</${name}>`;
    const end = rest.indexOf(tag, from) + tag.length;
    if (end < tag.length) {
      const isTooLong = rest.length > max;
      if (isTooLong) drop(rest.length - tag.length);
      open = { name, line: begun, from: Math.max(0, rest.length - tag.length), isLong: isLong || isTooLong };
      return undefined;
    }
    const text = rest.slice(0, end);
    drop(end);
    open = undefined;
    return isLong || end > max ? { line: begun, fault: ['longRecord', max, 'characters'] } : parse(begun, name, text);
  };
  for await (const text of decode(bytes(), 'utf-8')) {
    rest += text;
    const records: XmlRecord[] = [];
    for (;;) {
      if (!open && !readTag()) break;
      if (!open) continue;
      const record = readRecord(open);
      if (!record) break;
      records.push(record);
    }
    yield records;
  }
  if (open || root || rest !== '') throw refusedFile('cutFile', open?.line ?? line);
}

/** @param declaration such as `<?xml version="1.0" encoding="UTF-8"?>` */
function requireUtf8(declaration: string): void {
  const encoding = /encoding\s*=\s*["']([^"']*)/.exec(declaration)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(encoding)) throw refusedFile('declaredEncoding', encoding.slice(0, 40));
}

function parse(line: number, name: string, text: string): XmlRecord {
  try {
    const element = Bun.XML.parse(text)[name];
    return typeof element === 'object' ? { line, record: element as Exclude<Xml, string> } : { line, fault: ['emptyRecord'] };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { line, fault: ['noXml', error.message] };
  }
}

export function textOf(value: Xml | Xml[] | undefined): string {
  if (Array.isArray(value)) return textOf(value[0]);
  return (typeof value === 'string' ? value : textOf(value?.['#text'] ?? '')).trim();
}

/** The children of an element that have a name. */
export function childrenOf(value: Xml | Xml[] | undefined, name: string): Xml[] {
  const found = typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined;
  return found === undefined ? [] : [found].flat();
}
