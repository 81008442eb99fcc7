import type { Attempt, Ledger, Outcome } from './ledger.ts';

export type Service = { url: string; adminKey: string };
export type Load = { ledger: Ledger; stop(): Promise<Ledger> };

/** The share of the writes that change or delete an artist. */
const changing = 0.3;
/** The share of these that delete, and the share with a condition that cannot hold. */
const deleting = 0.1;
const dooming = 0.1;
/** The share of the creations with an idempotency key. */
const keying = 0.5;
/** A request counts as not answered after this time, even on a busy machine, in ms. */
const timeOut = 20_000;

/** Writers that add artists and change or delete their own, one write after another, until stopped. `label` is in all their texts. */
export function startWriters(service: Service, count: number, label: string): Load {
  const ledger: Ledger = [];
  let stopped = false;
  const writers = Array.from({ length: count }, (_, writer) => write(`${label} writer ${writer}`));

  async function write(label: string): Promise<void> {
    const created: Attempt[] = [];
    for (let n = 1; !stopped; n++) {
      const artist = Math.random() < changing ? created[Math.floor(Math.random() * created.length)] : undefined;
      const attempt = note(ledger, changeOf(artist, `${label} write ${n}`));
      await send(service, attempt);
      if (attempt.outcome === 'acked' && attempt.action === 'create') created.push(attempt);
      // Without an answer, the writer does not know whether the artist still exists.
      if (artist && attempt.action === 'delete' && !attempt.mustBeRefused) created.splice(created.indexOf(artist), 1);
      if (attempt.outcome !== 'acked') await Bun.sleep(20);
    }
  }

  return {
    ledger,
    async stop() {
      stopped = true;
      await Promise.all(writers);
      return ledger;
    },
  };
}

function changeOf(artist: Attempt | undefined, description: string): Planned {
  if (!artist) return { description, name: `Artist of ${description}`, keyed: Math.random() < keying };
  const action = Math.random() < deleting ? 'delete' : 'update';
  return { action, description, name: artist.name, id: artist.id, mustBeRefused: Math.random() < dooming };
}

type Planned = Pick<Attempt, 'description' | 'name'> & Partial<Attempt>;

/** Notes an attempt before it is sent: by default the creation of an artist. */
export function note(ledger: Ledger, planned: Planned): Attempt {
  const attempt: Attempt = {
    action: 'create',
    keyed: false,
    replayed: false,
    mustBeRefused: false,
    sentAt: performance.now(),
    endedAt: Number.POSITIVE_INFINITY,
    outcome: 'unknown',
    status: undefined,
    requestId: '',
    errorBody: '',
    id: '',
    version: '',
    ...planned,
  };
  ledger.push(attempt);
  return attempt;
}

const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE' };

export async function send(service: Service, attempt: Attempt): Promise<void> {
  const { action, id, mustBeRefused, keyed, description } = attempt;
  try {
    const response = await fetch(`${service.url}/api/v1/artists${id && `/${id}`}`, {
      method: methods[action],
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': service.adminKey,
        ...(mustBeRefused && { 'If-Match': '"no-such-version"' }),
        ...(keyed && { 'Idempotency-Key': `"${description}"` }),
      },
      body: bodyOf(attempt),
      signal: AbortSignal.timeout(timeOut),
    });
    const text = await response.text();
    attempt.status = response.status;
    attempt.requestId = response.headers.get('x-request-id') ?? '';
    attempt.id ||= response.headers.get('location')?.split('/').at(-1) ?? '';
    attempt.version = /^"(\d+)/.exec(response.headers.get('etag') ?? '')?.[1] ?? '';
    attempt.replayed = response.headers.has('idempotent-replayed');
    attempt.errorBody = response.status < 500 ? '' : text;
    attempt.outcome = outcomeOf(response.status, text);
  } catch {
    // Reset or timed out: the outcome stays unknown.
  }
  attempt.endedAt = performance.now();
}

function bodyOf({ action, name, description }: Attempt): string | undefined {
  if (action === 'delete') return undefined;
  return JSON.stringify(action === 'create' ? { name, description } : { description });
}

/** The meaning of an answer for the sender of a change. */
export function outcomeOf(status: number, text: string): Outcome {
  if (status < 300) return 'acked';
  // A request under the same key is not answered yet.
  if (status === 409) return 'unknown';
  if (status < 500) return 'refused';
  if (status === 507) return 'turnedAway';
  return status === 503 && text.includes('nothing was changed') ? 'turnedAway' : 'unknown';
}
