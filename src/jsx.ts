import type { JSX as HonoJsx } from 'hono/jsx/jsx-runtime';

/** A text that is HTML. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** The children of an element. A text is escaped unless it is `Html`. */
export type Child = Html | string | number | bigint | boolean | null | undefined | readonly Child[];

export declare namespace JSX {
  type Element = Html;
  type ElementType = keyof IntrinsicElements | ((props: never) => Child);
  type IntrinsicElements = {
    [T in keyof HonoJsx.IntrinsicElements]: Omit<HonoJsx.IntrinsicElements[T], 'children'> & { children?: Child };
  };
  type ElementChildrenAttribute = { children: unknown };
}

/**
 * The function that the elements of `.tsx` files are compiled to (the automatic runtime of JSX). It returns their text at once. No part of
 * a page waits or is rendered again, so there is no tree.
 */
export function jsx(tag: string | ((props: object) => Child), props: { children?: Child }): Child {
  if (typeof tag === 'function') return tag(props);
  let start = `<${tag}`;
  for (const name in props) if (name !== 'children') start += attribute(name, props[name as never]);
  return new Html(childless.has(tag) ? `${start}>` : `${start}>${textOf(props.children)}</${tag}>`);
}

export { jsx as jsxDEV, jsx as jsxs };

export function Fragment({ children }: { children?: Child }): Html {
  return new Html(textOf(children));
}

/** The most UTF-16 units of the memoized texts of a part. */
const maxMemoized = 2 ** 20;

/**
 * A part whose text depends only on its properties. The text is made once for equal properties, and copied into one flat string: joining
 * pieces takes most of the time of a page.
 */
export function memoized<P extends Record<string, string | number | boolean | undefined>>(part: (props: P) => Html): (props: P) => Html {
  const known = new Map<string, Html>();
  let length = 0;
  return (props) => {
    let key = '';
    for (const name in props) key += `${name}\0${props[name]}\0`;
    const found = known.get(key);
    if (found) return found;
    const made = new Html(Buffer.from(part(props).text).toString());
    length += made.text.length;
    if (length > maxMemoized) {
      known.clear();
      length = made.text.length;
    }
    known.set(key, made);
    return made;
  };
}

/** HTML §13.1.2, "void elements", which have no end tag. */
const childless = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Boolean attributes: they are present or absent. Booleans in other attributes are written as "true" or "false". */
const flags = new Set(['autofocus', 'checked', 'disabled', 'hidden', 'novalidate', 'open', 'readonly', 'required', 'selected']);

function attribute(name: string, value: unknown): string {
  if (typeof value === 'string') return ` ${name}="${escaped(value)}"`;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' && flags.has(name)) return value ? ` ${name}` : '';
  return ` ${name}="${Bun.escapeHTML(String(value))}"`;
}

function textOf(child: Child): string {
  if (typeof child === 'string') return escaped(child);
  if (child instanceof Html) return child.text;
  if (child === undefined || child === null || typeof child === 'boolean') return '';
  if (typeof child !== 'object') return String(child);
  let text = '';
  for (const part of child) text += textOf(part);
  return text;
}

/** Most texts need no escape, and the test takes less time than the call of the runtime. */
const escaped = (text: string) => (/[&<>"']/.test(text) ? Bun.escapeHTML(text) : text);
