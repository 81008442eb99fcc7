import { isRowRef, type Ref } from '../../model/import/plan.ts';
import { type Fields, type Kind, kinds, type Member, type RecordType } from '../../model/record.ts';
import { reads } from '../reads.ts';
import { dependsOnOthers } from '../valid.ts';
import { addError, changedMembers, type Draft, type Planning } from './draft.ts';

/** Checks drafts with changes against the rest of the catalogue, and adds the errors to the drafts. */
export async function checkDrafts(planning: Planning, type: RecordType, drafts: Draft[]): Promise<void> {
  if (!dependsOnOthers(type)) return;
  const changed = drafts.filter((draft) => draft.errors.length === 0 && draft.record && changedMembers(type, draft).length > 0);
  if (changed.length === 0) return;
  const planned = Object.fromEntries(kinds.map((kind) => [kind, [] as bigint[]])) as Record<Kind, bigint[]>;
  const records = changed.map((draft) => {
    for (const [kind, id] of plannedRefs(planning, type, draft)) planned[kind].push(id);
    const { record, found, above } = draft;
    const members = Object.fromEntries(Object.entries({ ...record }).map(([name, value]) => [name, isRowRef(value) ? idOf(value) : value]));
    const ids = Object.fromEntries(type.ancestors.map((name) => [`${name}Id`, idOf(above[name])]));
    return { ...ids, record: { ...members, id: found?.record.id ?? 0n }, former: found?.record };
  });
  const errors = await planning.read(reads.checkImport, { kind: type.kind, records, planned });
  for (const [i, draft] of changed.entries()) addError(planning, draft, ...(errors[i] ?? []));
}

/** The references of a draft to records that earlier rows create. */
function plannedRefs({ match, ids }: Planning, type: RecordType, { row, record, above }: Draft): [Kind, bigint][] {
  const about = type.about?.(record as Fields);
  const refs = type.names.flatMap((name): [Kind, Ref][] => {
    const { references } = type.members[name] as Member<unknown>;
    return references && record?.[name] !== null ? [[references, record?.[name] as unknown as Ref]] : [];
  });
  if (about?.id) refs.push([about.kind, about.id]);
  const planned = refs
    .filter(([kind, ref]) => typeof ref !== 'bigint' || (match === 'id' && ids.isCreated(kind, ref)))
    .map(([kind, ref]): [Kind, bigint] => [kind, idOf(ref)]);
  const isAboutPlanned = about && !about.id && ids.isCreated(about.kind, (row.albumId ?? row.artistId) as bigint);
  return isAboutPlanned ? [...planned, [about.kind, idOf(above.album ?? above.artist)]] : planned;
}

/** The id of a reference. For a record that is not created yet: the negative number of its row. */
const idOf = (ref: unknown) => (isRowRef(ref) ? -BigInt(ref.row) : (ref as bigint));
