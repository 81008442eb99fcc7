import { type Json, parseJson } from '../../src/model/json.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of many shapes
export type ServerEvent = { id: string; type: string; data: any };

export type EventStream = {
  status: number;
  headers: Headers;
  /** The next event; undefined if the stream has ended or broken off. */
  next(): Promise<ServerEvent | undefined>;
  /** All received lines, comments too. */
  text(): string;
  close(): void;
};

export const changesPath = '/api/v1/changes';

/** Opens a stream of changes. An event counts when its blank line arrives, as in the HTML standard. */
export async function openStream(url: string, query = '', headers: Record<string, string> = {}): Promise<EventStream> {
  const stop = new AbortController();
  const response = await fetch(`${url}${changesPath}${query}`, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: stop.signal,
    keepalive: false,
  });
  const chunks = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream() as never).getReader();
  let received = '';
  let rest = '';

  async function nextBlock(): Promise<string | undefined> {
    for (let end = rest.indexOf('\n\n'); ; end = rest.indexOf('\n\n')) {
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        return block;
      }
      const { value } = await chunks.read().catch(() => ({ value: undefined }));
      if (value === undefined) return undefined;
      received += value;
      rest += value;
    }
  }

  return {
    ...{ status: response.status, headers: response.headers },
    async next() {
      for (let block = await nextBlock(); block !== undefined; block = await nextBlock()) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
        const data = fields.get('data');
        if (data === undefined) continue;
        return { id: fields.get('id') ?? '', type: fields.get('event') ?? '', data: parseJson(data).value as Json };
      }
      return undefined;
    },
    text: () => received,
    close: () => stop.abort(),
  };
}
