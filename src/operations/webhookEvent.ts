import { cursorOf, type LoggedChange, type Position, showLoggedChange, showPosition } from '../model/change.ts';
import type { MemberChange } from '../model/history.ts';
import { toJson } from '../model/json.ts';
import { showTime } from '../model/time.ts';
import { eventTypeOf, type Webhook } from '../model/webhook.ts';
import type { Reader } from '../store/store.ts';
import { differencesOf, listChanges } from './change.ts';

/** The most changes of one read, and so of one event. */
const maxChanges = 100n;

/** The content of a call. `id` is the same in each try. `upTo`: the last change in it. */
export type WebhookEvent = { id: string; type: string; body: string; upTo: Position };

/** The next events of a webhook, in the order of the log: the public changes that match its filter. @throws Problem `cursor-lost` */
export async function readWebhookEvents(reader: Reader, hook: Webhook): Promise<WebhookEvent[]> {
  const { artist, user, types, payload } = hook;
  const after = cursorOf(hook.after);
  const page = await listChanges(reader, { artist: artist ?? undefined, user: user ?? undefined, after, order: 'asc', limit: maxChanges });
  const wanted = page.rows.filter(({ revision }) => types.length === 0 || types.includes(eventTypeOf(revision)));
  const differences = payload === 'full' ? await differencesOf(reader, wanted) : undefined;
  const events = hook.per === 'change' ? wanted.map((change) => [change]) : runsOf(wanted);
  return events.map((changes) => eventOf(hook, changes, differences));
}

/** Consecutive changes of one changeset. */
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
  const shownChanges = changes.map((change) => (differences ? fullOf(change, differences) : thinOf(change)));
  const isSingle = hook.per === 'change';
  const type = isSingle ? eventTypeOf(first.revision) : 'changeset';
  // A changeset may have grown by the next try; then the event has another id.
  const id = `w${hook.id}-${isSingle ? '' : `${first.revision.seq}-`}${showPosition(upTo)}`;
  const data = isSingle ? shownChanges[0] : { changeset, changes: shownChanges };
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
