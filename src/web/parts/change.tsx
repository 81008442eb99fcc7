/** @jsxImportSource hono/jsx */
import type { LoggedChange } from '../../model/change.ts';
import type { Visit } from '../visit.ts';

/** Changes of the catalogue, each with a link to what it changed. */
export function ChangeList({ visit, changes }: { visit: Visit; changes: LoggedChange[] }) {
  return (
    <ol class="changes">
      {changes.map((change) => (
        <ChangeLine visit={visit} change={change} />
      ))}
    </ol>
  );
}

function ChangeLine({ visit: { texts, prefix }, change: { revision, record } }: { visit: Visit; change: LoggedChange }) {
  const { kind, at, action, comment } = revision;
  const name = record && 'name' in record ? String(record.name) : undefined;
  return (
    <li>
      <span class={`action ${action}`}>{texts.history.actions[action] ?? action}</span>
      <span class="what">
        {name === undefined ? (
          <span class="muted">
            {texts.changes.kinds[kind] ?? kind} {String(revision.id)}, {texts.changes.gone}
          </span>
        ) : (
          <a href={prefix + changedPath(revision)}>
            <bdi>{name}</bdi>
          </a>
        )}
        {name !== undefined && <small> {texts.changes.kinds[kind] ?? kind}</small>}
        {comment && <q dir="auto">{comment}</q>}
      </span>
      <time datetime={new Date(at).toISOString()}>{texts.date(at)}</time>
    </li>
  );
}

/** The page of what a change is about, which knows its full address itself. */
function changedPath({ kind, id, artistId }: LoggedChange['revision']): string {
  return kind === 'album' && artistId !== null ? `/artists/${artistId}/albums/${id}` : `/artists/${id}`;
}
