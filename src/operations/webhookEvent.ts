import { cursorOf, type LoggedChange, type Position, showLoggedChange, showPosition } from '../model/change.ts';
import type { MemberChange } from '../model/history.ts';
import { toJson } from '../model/json.ts';
import { showTime } from '../model/time.ts';
import { eventTypeOf, type Webhook } from '../model/webhook.ts';
import type { Reader } from '../store/store.ts';
import { differencesOf, listChanges } from './change.ts';

/** Changes that are read at once, and those of one event at most. */
const atOnce = 100n;

/** What a call says. `id` is the same at each try. `upTo`: the last change that it tells. */
export type WebhookEvent = { id: string; type: string; body: string; upTo: Position };
/** `upTo`: how far was read. */
export type WebhookPage = { events: WebhookEvent[]; upTo: Position; more: boolean };

/**
 * What comes next for a webhook, in the order of the log: of the changes that everybody may read those that it asks for.
 *
 * @throws Problem `cursor-lost`
 */
export async function readWebhookEvents(reader: Reader, hook: Webhook): Promise<WebhookPage> {
  const { artist, user, types, payload } = hook;
  const after = cursorOf(hook.after);
  const page = await listChanges(reader, { artist: artist ?? undefined, user: user ?? undefined, after, order: 'asc', limit: atOnce });
  const wanted = page.rows.filter(({ revision }) => types.length === 0 || types.includes(eventTypeOf(revision)));
  const differences = payload === 'full' ? await differencesOf(reader, wanted) : undefined;
  const events = hook.per === 'change' ? wanted.map((one) => [one]) : runsOf(wanted);
  return {
    events: events.map((changes) => eventOf(hook, changes, differences)),
    upTo: page.after ?? hook.after,
    more: page.more,
  };
}

/** Changes of one changeset that follow each other. */
function runsOf(changes: LoggedChange[]): LoggedChange[][] {
  const runs: LoggedChange[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run?.[0]?.revision.changeset === change.revision.changeset) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

type Differences = (change: LoggedChange) => MemberChange[] | null;

function eventOf(hook: Webhook, changes: LoggedChange[], differences: Differences | undefined): WebhookEvent {
  const [first, last] = [changes[0], changes.at(-1)] as [LoggedChange, LoggedChange];
  const { seq, at, changeset } = last.revision;
  const upTo = { seq, at };
  const told = changes.map((change) => (differences ? fullOf(change, differences) : thinOf(change)));
  const one = hook.per === 'change';
  const type = one ? eventTypeOf(first.revision) : 'changeset';
  // More may follow of a changeset by the next try: then it is another event.
  const id = `w${hook.id}-${one ? '' : `${first.revision.seq}-`}${showPosition(upTo)}`;
  const data = one ? told[0] : { changeset, changes: told };
  return { id, type, body: toJson({ type, timestamp: showTime(at), data }), upTo };
}

function thinOf(change: LoggedChange) {
  const { seq, changeset, at, kind, id, artist_id, album_id, path, version, action } = showLoggedChange(change);
  return { cursor: cursorIn(change), seq, changeset, at, kind, id, artist_id, album_id, path, version, action };
}

function fullOf(change: LoggedChange, differences: Differences) {
  return { cursor: cursorIn(change), ...showLoggedChange(change), changes: differences(change) };
}

const cursorIn = ({ revision }: LoggedChange) => showPosition(revision);
