/** @jsxImportSource #jsx */
import { lookField } from '../form.ts';

/** The prefix of the waiting form's field names on the sign-in page. */
export const waitingPrefix = 'waiting.';
export const waitingPathField = `${waitingPrefix}/path`;

/** The form that waits until its sender has signed in again; undefined if there is none. */
export function waitingFormIn(fields: URLSearchParams): { path: string; fields: [string, string][] } | undefined {
  const path = fields.get(waitingPathField);
  if (path === null) return undefined;
  const waiting = [...fields].filter(([name]) => name.startsWith(waitingPrefix) && name !== waitingPathField);
  return { path, fields: waiting.map(([name, value]) => [name.slice(waitingPrefix.length), value]) };
}

/** `whole`: whether it can be sent without changes. */
type Props = { prefix: string; path: string; fields: [string, string][]; whole?: boolean; words: { send: string; look: string } };

export function WaitingForm({ prefix, path, fields, whole = true, words }: Props) {
  return (
    <form method="post" action={prefix + path}>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p class="send">
        {whole && <button type="submit">{words.send}</button>}
        <button type="submit" name={lookField} value="on" class="quiet">
          {words.look}
        </button>
      </p>
    </form>
  );
}
