import { addCopyButton } from './copy.js';
import { words } from './words.js';

const tokens = /("(?:\\.|[^"\\])*")|\s+|([[{]\s*[\]}])|([[{])|([\]}])|(,)|(:)/g;

/** Indents JSON without parsing it, since parsing would round integers beyond 2^53. */
export function layOut(json) {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replace(tokens, (token, string, empty, open, close, comma, colon) => {
    if (string || empty) return token;
    if (open) depth++;
    if (close) depth--;
    if (close) return line() + token;
    return open || comma ? token + line() : colon ? ': ' : '';
  });
}

/** @param calls that make the same request, by title */
export function showReply(container, response, text, calls) {
  const type = response.headers.get('Content-Type') ?? '';
  const body = type.includes('json') ? layOut(text) : text;
  container.replaceChildren(
    ...(type.startsWith('application/problem+json') ? [problemLink(text)] : []),
    block(words.body, body || words.noBody),
    block(words.headers, [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
    ...blocksOf(calls),
  );
}

/** Browsers do not tell a script why a request failed below HTTP; their console may say it. */
export function showFailure(container, error, calls) {
  container.replaceChildren(block(words.nothing, String(error)), ...blocksOf(calls));
}

function problemLink(text) {
  const link = make('a', words.problem);
  link.href = new URL(JSON.parse(text).type).pathname;
  const line = make('p');
  line.append(link);
  return line;
}

function blocksOf(calls) {
  return Object.entries(calls).map(([title, text]) => {
    const section = block(title, text);
    addCopyButton(section.lastChild);
    return section;
  });
}

function block(title, text) {
  const section = make('section');
  const pre = make('pre', text);
  pre.tabIndex = 0;
  section.append(make('h5', title), pre);
  return section;
}

function make(tag, text = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
