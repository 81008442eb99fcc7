import { styleText } from 'node:util';
import { shown } from '../model/shown.ts';
import type { RequestLine } from './requestLine.ts';

type Style = Parameters<typeof styleText>[0];

const levelStyles: Record<string, Style> = { debug: 'dim', info: 'green', warn: 'yellow', error: 'red' };
const statusStyles: Style[] = ['dim', 'dim', 'green', 'cyan', 'yellow', 'red'];

/**
 * A line of the log for people: local time, level, message, then the other members as `name=value`. A stack trace follows in indented
 * lines. Control characters are escaped, so that they do not act on a terminal.
 *
 * @param json a line in pino's format, with its line end
 */
export function textLine(json: string, colours: boolean): string {
  const { level, time, msg, err, ...others } = JSON.parse(json) as Record<string, unknown>;
  const facts = Object.entries(others).flatMap(([name, value]) => factsOf(name, value));
  const [first = '', ...more] = String(msg).split('\n');
  const stack = [...more, ...(err === undefined ? [] : String(err).split('\n'))];
  const text = shown([first, ...facts].join('  '));
  return `${prefix(new Date(String(time)), String(level), colours)}${[text, ...stack.map((line) => `    ${shown(line)}`)].join('\n')}\n`;
}

function factsOf(name: string, value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [`${name}=${value}`];
  return Object.entries(value).map(([inner, fact]) => `${inner}=${fact}`);
}

export function textRequest({ id, method, path, status, ms, ip, account, probe }: RequestLine, colours: boolean): string {
  const state = painted(String(status), statusStyles[Math.floor(status / 100)] ?? 'dim', colours);
  const client = `${ip ?? ''}${account ? `  account=${account}` : ''}`;
  const time = `${ms.toFixed(ms < 10 ? 2 : 0)} ms`.padStart(8);
  const summary = `${method.padEnd(6)} ${state} ${time}  ${shown(path ?? '(no such path)')}`;
  return `${prefix(new Date(), probe ? 'debug' : 'info', colours)}${summary}  ${painted(`${client}  ${id}`, 'dim', colours)}\n`;
}

function prefix(time: Date, level: string, colours: boolean): string {
  const clock = time.toLocaleTimeString('sv-SE');
  return `${painted(clock, 'dim', colours)} ${painted(level.padEnd(5), levelStyles[level] ?? 'dim', colours)} `;
}

function painted(text: string, style: Style, colours: boolean): string {
  return colours ? styleText(style, text, { validateStream: false }) : text;
}
