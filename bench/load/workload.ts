/** One kind of request, of which a load generator makes as many as it can or is told to. */
export type Workload = {
  method: 'GET' | 'POST' | 'PUT';
  /** `{id}` becomes a random number of `ids`, the same at each place. */
  path: string;
  headers: Record<string, string>;
  /** `{n}` becomes a number that no request before had, so that every change changes something. */
  body?: string;
  ids: [first: number, last: number];
  /** `{text}` of the path becomes one of these at random, put in as they are. Only our own client knows them. */
  texts?: string[];
};

/** What came of a load: how many answers a second, how long they took (ms), and how busy the load generator was (1: a core). */
export type Load = { perSecond: number; p50: number; p99: number; answers: number; busy: number };

export const connections = 64;

/** Texts of requests as they go over the wire, endlessly. */
export function* requestsOf({ method, path, headers, body, ids: [first, last], texts = [''] }: Workload): Generator<string, never> {
  const fixed = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  for (let n = Math.floor(Math.random() * 2 ** 40); ; n++) {
    const id = String(first + Math.floor(Math.random() * (last - first + 1)));
    const sent = body?.replaceAll('{n}', String(n)).replaceAll('{id}', id);
    const length = sent === undefined ? '' : `Content-Length: ${Buffer.byteLength(sent)}\r\n`;
    const text = texts[Math.floor(Math.random() * texts.length)] ?? '';
    yield `${method} ${path.replaceAll('{id}', id).replaceAll('{text}', text)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${fixed}${length}\r\n${sent ?? ''}`;
  }
}
