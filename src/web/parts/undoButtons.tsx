/** @jsxImportSource #jsx */
import { hasAllMembers } from '../../model/content.ts';
import type { Change } from '../../model/history.ts';
import type { Missing, Newest, Subject } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';
import { Hidden } from './form.tsx';

/** `this`: the change of that version. `back`: all changes since that version. */
export type Choice = { version: bigint; how: 'this' | 'back' };

type Props = { visit: Visit; subject: Pick<Subject, 'path' | 'missing'>; change: Change; newest: Newest };

/** Buttons for signed-in members. Visitors get links, which lead them to sign in. */
export function UndoButtons({ visit, subject: { path, missing }, change: { revision }, newest }: Props) {
  const { undo } = formTexts[visit.language];
  const { version, action } = revision;
  const isNewest = version === newest.version;
  const canRestore = !newest.exists && isNewest && version > 1n;
  const isWhole = revision.members !== null && hasAllMembers(revision);
  if (canRestore && missing) return <RestoreParent visit={visit} missing={missing} />;
  const choices: [Choice, string][] = [];
  if (canRestore) choices.push([{ version: newest.last, how: 'back' }, undo.restore]);
  if (newest.exists && action === 'update' && isWhole) choices.push([{ version, how: 'this' }, undo.this]);
  if (newest.exists && !isNewest && isWhole) choices.push([{ version, how: 'back' }, undo.back]);
  if (choices.length === 0) return null;
  return (
    <div class="undo">
      {choices.map(([choice, label]) => (
        <Undo visit={visit} path={`${path}/undo`} choice={choice} tag={newest.tag} label={label} />
      ))}
    </div>
  );
}

/** A deleted record can be restored only after its parent. */
function RestoreParent({ visit: { prefix, language }, missing: { kind, path } }: { visit: Visit; missing: Missing }) {
  const { undo } = formTexts[language];
  return (
    <div class="undo">
      <a class="button" href={prefix + path}>
        {kind === 'album' ? undo.restoreAlbum : undo.restoreArtist}
      </a>
      <p class="note">{undo.restoredTogether}</p>
    </div>
  );
}

type UndoProps = { visit: Visit; path: string; choice: Choice; tag: string; label: string };

function Undo({ visit: { prefix, member, language }, path, choice, tag, label }: UndoProps) {
  const page = `${prefix}${path}?version=${choice.version}&how=${choice.how}`;
  if (!member) {
    return (
      <a class="button" href={page} rel="nofollow">
        {label}
      </a>
    );
  }
  return (
    <form method="post" action={prefix + path}>
      <Hidden fields={{ once: crypto.randomUUID(), ...undoFields(choice, tag) }} />
      <button type="submit" class="quiet">
        {label}
      </button>
      <a href={page}>{formTexts[language].undo.link}</a>
    </form>
  );
}

export const undoFields = ({ version, how }: Choice, tag: string) => ({ version: String(version), how, tag });
