/** @jsxImportSource #jsx */
import { z } from 'zod';
import { changeQuery, showPosition } from '../../model/change.ts';
import { kinds } from '../../model/record.ts';
import { publicNameOf } from '../../operations/account.ts';
import { nameArtists } from '../../operations/artist.ts';
import { reads } from '../../operations/reads.ts';
import { type Option, Options } from '../parts/choice.tsx';
import { EditList, namesFor } from '../parts/edit.tsx';
import { Hidden } from '../parts/form.tsx';
import { Naming } from '../parts/naming.tsx';
import { Next } from '../parts/next.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import { readNames, referencesIn } from '../record/reference.ts';
import { editTexts } from '../texts/edit.ts';
import { formTexts } from '../texts/form.ts';
import { nouns } from '../texts/nouns.ts';
import { clockOf, lastMondays, weekFrom } from '../time.ts';
import type { Shown, Visit } from '../visit.ts';

const { order: _order, ...parameters } = changeQuery.shape;
/** `week`: its Monday. */
const changesQuery = z.object({ ...parameters, week: z.iso.date('must be a date such as 2026-11-23').optional() });
type ChangesQuery = z.infer<typeof changesQuery>;

export async function changesPage(visit: Visit): Promise<Shown> {
  const { texts, ctx, member, prefix, language } = visit;
  const query = readChangesQuery(visit, { limit: '30' });
  const artist = query.artist === undefined ? undefined : (await visit.services.store.read(nameArtists, [query.artist]))[0];
  const ofUser = query.user === undefined ? undefined : await titleOfAccount(visit, query.user);
  const about = [artist && editTexts[language].ofArtist(artist.name), ofUser].filter(Boolean).join(' · ');
  const title = about || texts.nav.changes;
  const params = new URLSearchParams(Object.entries(filtersOf(query)));
  return {
    title,
    path: `${sitePaths.changes}${params.size > 0 ? `?${params}` : ''}`,
    hidden: ctx.query('after') !== undefined || params.size > 0,
    description: texts.changes.lead,
    body: (
      <>
        <h1>
          {artist && <Naming visit={visit} text={editTexts[language].ofArtist} names={[artist.name]} />}
          {artist && ofUser && ' · '}
          {artist ? ofUser : title}
        </h1>
        {!about && <p class="lead">{texts.changes.lead}</p>}
        {member && !about && (
          <p>
            <a class="button" href={`${prefix}/accounts/${member.account.id}/changes`}>
              {formTexts[language].account.own}
            </a>
          </p>
        )}
        {await Edits({ visit, query, action: sitePaths.changes })}
      </>
    ),
  };
}

/** The account by its public name, or by its number if it has none. */
export async function titleOfAccount({ services, member, language }: Visit, account: bigint): Promise<string> {
  const words = formTexts[language].account;
  if (member?.account.id === account) return words.own;
  const name = await services.store.read(publicNameOf, account);
  return name === null ? words.title(account) : editTexts[language].by(name);
}

type Props = { visit: Visit; query: ChangesQuery; action: string };

/** The form with the filters, and the matching edits. `action`: the path of the page. */
export async function Edits({ visit, query: { week, ...query }, action }: Props) {
  const { services, caller, texts } = visit;
  const span = week === undefined ? {} : weekFrom(week, services.config.timeZone);
  const found = await services.store.readSlow(reads.listEdits, { ...query, ...span, names: namesFor(visit) }, caller());
  const { rows, more, after } = found;
  const names = await readNames(visit, referencesIn(rows));
  return (
    <>
      <Filters visit={visit} query={{ week, ...query }} action={action} />
      {rows.length === 0 ? <p class="muted">{texts.changes.none}</p> : <EditList visit={visit} edits={rows} names={names} />}
      <Next visit={visit} from={{ after: more && after ? showPosition(after) : undefined }} label={texts.changes.older} />
    </>
  );
}

/** The query of the list of changes, and of the form that filters it. */
export const readChangesQuery = (visit: Visit, fixed: Partial<z.input<typeof changesQuery>>) => readQuery(visit, changesQuery, fixed);

const filtersOf = ({ week, kind, user, artist }: ChangesQuery): Record<string, string> => ({
  ...(artist !== undefined && { artist: String(artist) }),
  ...(user !== undefined && { user: String(user) }),
  ...(kind !== undefined && { kind }),
  ...(week !== undefined && { week }),
});

const weeks = 8;

function Filters({ visit, query, action }: Props) {
  const { language, prefix, services } = visit;
  const words = editTexts[language].filters;
  const clock = clockOf(language, services.config.timeZone);
  const mondays = lastMondays(Date.now(), clock, weeks);
  const { artist, user } = action === sitePaths.changes ? filtersOf(query) : {};
  const offered = [...mondays, ...(query.week === undefined || mondays.includes(query.week) ? [] : [query.week])];
  const weekOf = (monday: string): Option => [monday, words.weekOf(clockOf(language, 'UTC').date(Date.parse(monday)))];
  return (
    <form class="filters" action={prefix + action} aria-label={words.show}>
      <Hidden fields={{ artist, user }} />
      <label>
        {words.week}
        <select name="week">
          <Options options={[['', words.anyWeek], ...offered.map(weekOf)]} chosen={query.week} />
        </select>
      </label>
      <label>
        {words.kind}
        <select name="kind">
          <Options
            options={[['', words.anyKind], ...kinds.map((kind): Option => [kind, nouns[language][kind].name])]}
            chosen={query.kind}
          />
        </select>
      </label>
      <button type="submit" class="button">
        {words.show}
      </button>
    </form>
  );
}
