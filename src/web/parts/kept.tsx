/** @jsxImportSource #jsx */
import { lookField } from '../form.ts';

/** Fields of a form that wait until somebody has signed in again have this before their names. */
export const keptPrefix = 'kept.';
export const keptPath = `${keptPrefix}/path`;

/** A form that waits: the path that it goes to, and its fields. */
export function keptOf(fields: URLSearchParams): { path: string; fields: [string, string][] } | undefined {
  const path = fields.get(keptPath);
  if (path === null) return undefined;
  const kept = [...fields].filter(([name]) => name.startsWith(keptPrefix) && name !== keptPath);
  return { path, fields: kept.map(([name, value]) => [name.slice(keptPrefix.length), value]) };
}

type Props = { prefix: string; path: string; fields: [string, string][]; words: { send: string; look: string } };

/** What was typed before, to be sent now, or looked at first. */
export function Kept({ prefix, path, fields, words }: Props) {
  return (
    <form method="post" action={prefix + path}>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p class="send">
        <button type="submit">{words.send}</button>
        <button type="submit" name={lookField} value="on" class="quiet">
          {words.look}
        </button>
      </p>
    </form>
  );
}
