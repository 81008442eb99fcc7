import type { Server } from 'bun';
import { getPath } from 'hono/utils/url';
import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { ProblemCode } from '../model/problem.ts';

/** How a request came in. */
export type Arrival = {
  server?: Pick<Server<undefined>, 'pendingRequests' | 'requestIP'> | undefined;
  /** Whether the target was not sent as the path of the request is spelled. */
  respelled?: boolean | undefined;
};

/** Where a request goes: the pattern of its path, undefined where nothing is there, and the parameters in it. */
export type Destination = { pattern: string | undefined; params: Record<string, string> };

/** What the service knows when a request comes in. */
type Situation = { address: string; client: Client; draining: boolean; closes: boolean; prefix: string };

/** One request on its way to its answer, with all that becomes known of it. */
export class RequestContext {
  /** UUIDv7 */
  readonly id: string = Bun.randomUUIDv7();
  /** As the runtime gives it: with the origin, but for HTTP/1.0 without a Host. */
  readonly url: string;
  readonly headers: Headers;
  readonly method: string;
  readonly respelled: boolean;
  /** Requests without an answer when it came, this one too. */
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
  /** A defect that the request met. */
  error: unknown = undefined;
  /** How many ms its answer is to be held back. */
  delay = 0;
  /** To be done once the answer has left. */
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

  /** The query with its question mark, "" where there is none. */
  get search(): string {
    const mark = this.url.indexOf('?');
    return mark < 0 ? '' : this.url.slice(mark);
  }

  /** A parameter of the query. */
  query(name: string): string | undefined {
    this.#query ??= new URLSearchParams(this.search);
    return this.#query.get(name) ?? undefined;
  }
}

/** Answers a request. */
export type Handler = (ctx: RequestContext) => Awaitable<Response>;

/** A proxy may pass the public URL's path on or take it off; both reach the same paths. */
export function pathOf(url: string, prefix: string): string {
  const path = plainPath(url) ?? getPath(asRequest(url));
  return prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) || '/' : path;
}

/** Where the path of a URL begins. An HTTP/1.0 request without a Host comes with its bare target. */
export function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', 8);
}

/** The path of a URL in which nothing is escaped, as in most; undefined for others. */
function plainPath(url: string): string | undefined {
  if (url.startsWith('/') || url.includes('%') || url.includes('#')) return undefined;
  const mark = url.indexOf('?');
  return url.slice(pathStart(url), mark < 0 ? url.length : mark);
}

/** A bare target would be read as if a host stood before it. */
function asRequest(url: string): Request {
  return url.startsWith('/') ? new Request(`http://localhost${url}`) : ({ url } as Request);
}
