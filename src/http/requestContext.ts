import type { Server } from 'bun';
import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { ProblemCode } from '../model/problem.ts';
import { decodedBy } from './decoded.ts';

export type Arrival = {
  server?: Pick<Server<undefined>, 'pendingRequests' | 'requestIP'> | undefined;
  /** Whether the target was sent in another spelling than the path of the request. */
  respelled?: boolean | undefined;
};

/** The pattern of a request's path and the parameters in it. The pattern is undefined if no route matches. */
export type Destination = { pattern: string | undefined; params: Record<string, string> };

type Situation = { address: string; client: Client; draining: boolean; closes: boolean; prefix: string };

/** A request, with everything that becomes known about it until it is answered. */
export class RequestContext {
  /** A UUIDv7. */
  readonly id: string = Bun.randomUUIDv7();
  /** With the origin, except for HTTP/1.0 without a Host. */
  readonly url: string;
  readonly headers: Headers;
  readonly method: string;
  readonly respelled: boolean;
  /** The number of unanswered requests when this one came in, including it. */
  readonly underWay: number;
  readonly address: string;
  readonly client: Client;
  readonly draining: boolean;
  /** Whether its answer is the last of the connection. */
  readonly closes: boolean;
  pattern: string | undefined;
  readonly params: Record<string, string>;
  actor: Actor | undefined = undefined;
  problem: ProblemCode | undefined = undefined;
  /** The text of a form, once the body was read. */
  form: string | undefined = undefined;
  /** An unexpected error of the service. */
  error: unknown = undefined;
  /** How long the answer is delayed, in ms. */
  delay = 0;
  /** Whether the answer is a stream, whose end is not the end of the request. */
  streams = false;
  /** Called once the answer is sent. */
  afterwards: (() => void) | undefined = undefined;
  readonly #prefix: string;
  #path: string | undefined = undefined;
  #query: URLSearchParams | undefined = undefined;

  constructor(
    readonly request: Request,
    { server, respelled = false }: Arrival,
    { pattern, params }: Destination,
    { address, client, draining, closes, prefix }: Situation,
  ) {
    this.url = request.url;
    this.headers = request.headers;
    this.method = request.method;
    this.respelled = respelled;
    this.underWay = server?.pendingRequests ?? 0;
    this.pattern = pattern;
    this.params = params;
    this.address = address;
    this.client = client;
    this.draining = draining;
    this.closes = closes;
    this.#prefix = prefix;
  }

  /** Without the prefix of the public URL. */
  get path(): string {
    this.#path ??= pathOf(this.url, this.#prefix);
    return this.#path;
  }

  /** The query with its question mark, or "". */
  get search(): string {
    const mark = this.url.indexOf('?');
    return mark < 0 ? '' : this.url.slice(mark);
  }

  query(name: string): string | undefined {
    this.#query ??= new URLSearchParams(this.search);
    return this.#query.get(name) ?? undefined;
  }
}

export type Handler = (ctx: RequestContext) => Awaitable<Response>;

/** Without the prefix, which a proxy may strip or keep. */
export function pathOf(url: string, prefix: string): string {
  const path = plainPath(url) ?? decodedPath(url);
  return prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) || '/' : path;
}

/** An HTTP/1.0 request without a Host has its bare target as URL. */
export function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', 8);
}

/** The fast path for URLs without escapes; undefined for other URLs. */
function plainPath(url: string): string | undefined {
  if (url.startsWith('/') || url.includes('%') || url.includes('#')) return undefined;
  const mark = url.indexOf('?');
  return url.slice(pathStart(url), mark < 0 ? url.length : mark);
}

/** Escapes each percent sign that begins no escape as `%25`, since parameters are decoded once more. */
function decodedPath(url: string): string {
  const { pathname } = url.startsWith('/')
    ? new URL(url, 'http://localhost')
    : { pathname: url.slice(pathStart(url)).replace(/[?#].*$/s, '') };
  return pathname.includes('%') ? decodedBy(decodeURI, pathname.replace(/%(?![\da-f]{2})/gi, '%25').replaceAll('%25', '%2525')) : pathname;
}
