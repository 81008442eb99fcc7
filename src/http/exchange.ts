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
type Situation = { address: string; client: Client; draining: boolean; prefix: string };

/** One request on its way to its answer, with all that becomes known of it. */
export class Exchange {
  /** UUIDv7 */
  readonly id: string = Bun.randomUUIDv7();
  readonly headers: Headers;
  readonly method: string;
  readonly respelled: boolean;
  /** Requests without an answer when it came, this one too. */
  readonly underWay: number;
  readonly address: string;
  readonly client: Client;
  readonly draining: boolean;
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
    { address, client, draining, prefix }: Situation,
  ) {
    this.headers = request.headers;
    this.method = request.method;
    this.respelled = respelled;
    this.underWay = server?.pendingRequests ?? 0;
    this.pattern = pattern;
    this.params = params;
    this.address = address;
    this.client = client;
    this.draining = draining;
    this.#prefix = prefix;
  }

  /** Without the prefix of the public URL. */
  get path(): string {
    this.#path ??= pathOf(this.request, this.#prefix);
    return this.#path;
  }

  /** The query with its question mark, "" where there is none. */
  get search(): string {
    const { url } = this.request;
    const mark = url.indexOf('?');
    return mark < 0 ? '' : url.slice(mark);
  }

  /** A parameter of the query. */
  query(name: string): string | undefined {
    this.#query ??= new URLSearchParams(this.search);
    return this.#query.get(name) ?? undefined;
  }
}

/** Answers a request. */
export type Handler = (exchange: Exchange) => Awaitable<Response>;

/** A proxy may pass the public URL's path on or take it off; both reach the same paths. */
export function pathOf(request: Request, prefix: string): string {
  const path = getPath(withOrigin(request));
  return prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) || '/' : path;
}

/** An HTTP/1.0 request without a Host comes with its bare target, which would be read as if a host stood before it. */
function withOrigin(request: Request): Request {
  return request.url.startsWith('/') ? new Request(`http://localhost${request.url}`) : request;
}
