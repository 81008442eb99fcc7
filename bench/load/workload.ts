/** One kind of request, which a load generator sends as fast as it can or at a given rate. */
export type Workload = {
  method: 'GET' | 'POST' | 'PUT';
  /** `{id}` becomes a random one of `ids`, the same wherever it occurs in a request. */
  path: string;
  headers: Record<string, string>;
  /** `{n}` becomes a new number for each request, so that every change changes something. */
  body?: string;
  ids: [first: number, last: number];
  /** `{text}` in the path becomes a random one of these, which must be encoded already. Only our own client supports it. */
  texts?: string[];
};

/** The result of a load: answers per second, their times (ms), and how busy the load generator was (1: a whole core). */
export type Load = { perSecond: number; p50: number; p99: number; answers: number; busy: number };

export const connections = 64;

/** Yields HTTP requests without end. */
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
