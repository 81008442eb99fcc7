import { knownTypes } from '../../src/model/kinds.ts';
import { type LinkPurpose, linkPath } from '../../src/model/linkToken.ts';
import { type EntryKind, isSingle, type Kind, kindRows, kinds, parentOf, type SingleKind } from '../../src/model/record.ts';
import { type FormPage, ofKinds, type RowKind, rowKinds } from '../../src/web/paths.ts';
import { textsOf } from '../../src/web/record/control.ts';
import { allNumbered } from './allNumbered.ts';
import type { Sender } from './forms.ts';
import type { Rockola } from './harness.ts';
import { addJob } from './jobs.ts';
import { linkTo } from './links.ts';

/** The data of one case. `word` is in all names that the case makes; `cookie` is empty if the form is for visitors. */
export type World = {
  rockola: Rockola;
  send: Sender;
  word: string;
  person: { id: number; email: string; password: string };
  cookie: string;
};

export type Made = {
  path: string;
  /** The part of the store that the form changes. */
  state(): Promise<Record<string, unknown>>;
  /** The page of the form, if a GET of `path` does not show it. */
  html?(): Promise<string>;
  /** Another account changes the same value as the form. The second call changes it to a different value. */
  meanwhile?: ((time: 1 | 2) => Promise<unknown>) | undefined;
  /** Another account changes a member that the form has and does not change. Both changes must be kept. */
  beside?: (() => Promise<unknown>) | undefined;
};

/**
 * The effect of a form without one of its fields. `refused`: nothing, with a status of 4xx. `shown`: nothing, and a page follows. `done`:
 * the same as with it. `part`: all except the member of that field, which stays as it is. `less`: it makes a record without that member.
 */
export type Lacking = 'refused' | 'shown' | 'done' | 'part' | 'less';
/** The status of an answer, and whether the store is the `same` as before or `other`. */
export type Outcome = [status: number, state: 'same' | 'other'];

export type Row = {
  does: string;
  /** The role of its sender; without one, nobody is signed in. */
  as?: 'member' | 'editor' | 'admin';
  make(world: World): Promise<Made>;
  /** A field or a button that identifies the form in its page. */
  finds?: string;
  /** The typed or chosen values, and the pressed button; `%` is the word of the case, `#1` the second button of that name. */
  types: Record<string, string>;
  /** The values of its fields before anyone types; the other fields are empty. */
  begins?: Record<string, string>;
  /** The status of a success, if it is not 303. */
  answers?: number;
  /** Fields whose absence does not refuse the form. */
  lacks?: Record<string, Lacking>;
  /** The effect of the same form when it is repeated. */
  again: Outcome;
  /** Other values, and the effect of the form when it is sent again with them. */
  corrected?: [Record<string, string>, ...Outcome];
  /** The status after `meanwhile`. The store must stay as others left it. */
  older?: number;
  /** Whether the form has the values that its page showed, so that it must be refused after a restore, too. */
  states?: true;
  /** False if signing in again does not complete the form: it has a password, or it is about logins. */
  resumes?: false;
};

const query = async ({ rockola }: World, sql: string) => (await rockola.sql(sql)) as Record<string, unknown>[];
const api = (world: World, method: string, path: string, body?: unknown) =>
  world.rockola.call(method, `/api/v1${path}`, { key: world.rockola.adminKey, ...(body !== undefined && { body }) });

/** Columns of the signed-in account. */
const own = (world: World, columns: string) => async () =>
  (await query(world, `select ${columns} from "user" where id = ${world.person.id}`))[0] ?? {};
const counted = (world: World, sql: string) => async () => (await query(world, `select count(*) as found from ${sql}`))[0] ?? {};
const logins = (world: World) => counted(world, `session where user_id = ${world.person.id} and ended_at is null`);
const mails = (world: World) => counted(world, `mail where address like '%${world.word}%'`);
const setOwn = ({ rockola, person }: World, change: string) => rockola.sql(`update "user" set ${change} where id = ${person.id}`);
const newPassword = (world: World) => setOwn(world, `password_hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$aGFzaA'`);

/** Records whose names have the word. */
const artists = (world: World) => async () => ({
  artists: await query(world, `select name, band, description, image from artist where name like '%${world.word}%' order by name`),
  albums: await query(
    world,
    `select b.name, b.year, b.image from album b join artist a on a.id = b.artist_id where a.name like '%${world.word}%' order by b.name`,
  ),
});

/** The subjects of the forms of a kind: an existing record, the values typed over it, and a change by others of another member. */
type FormSample = {
  /** The member with the name of the record. */
  nameMember: string;
  /** Makes such a name, if not every text is one. */
  named?(word: string, rest: string): string;
  /** The members of the record; % is the word of the case. */
  values: Record<string, unknown>;
  types: Record<string, string>;
  /** Absent if no other member can be changed by itself. */
  beside?: Record<string, unknown>;
};

/** An id of Spotify has 22 letters and digits: the 12 of the word, or % in its place, and 10 more. */
const idOf = (word: string, rest: string) => word + rest.replaceAll(' ', '').padEnd(10, '0');
const identifier: FormSample = {
  nameMember: 'value',
  named: idOf,
  values: { scheme: 'spotify', value: idOf('%', 'uno') },
  types: { value: idOf('%', 'dos') },
};

const addressOf = (word: string, rest: string) => `https://example.org/${word}-${rest.replaceAll(' ', '-')}`;
const sourceOf = (about: string): FormSample => ({
  nameMember: 'url',
  named: addressOf,
  values: {
    ...{ about, supports: '/name', value: 'Uno', rank: 'preferred', url: addressOf('%', 'uno') },
    ...{ text: 'Uno', accessed: '2026-11', quote: 'Uno' },
  },
  types: { url: addressOf('%', 'dos') },
  beside: { quote: 'De otros' },
});

const image = 'https://example.org/uno.jpg';
export const formSamples: Record<Kind, FormSample> = {
  artist: {
    nameMember: 'name',
    values: { name: '% uno', band: 'Banda', description: 'Uno', image },
    types: { name: '% dos', image: 'https://example.org/dos.jpg' },
    beside: { description: 'De otros' },
  },
  album: {
    nameMember: 'name',
    values: { name: '% I', year: 1971, image },
    types: { name: '% dos', image: 'https://example.org/dos.jpg' },
    beside: { year: 1999 },
  },
  membership: {
    nameMember: 'credited',
    values: { credited: '% uno', roles: ['drums', 'vocals'], from: '1970', to: '1972~', ended: true, note: 'Nota' },
    types: { credited: '% dos', roles: 'bass' },
    beside: { note: 'De otros' },
  },
  alias: {
    nameMember: 'name',
    values: { name: '% uno', kind: 'nickname', language: 'es' },
    types: { name: '% dos', kind: 'short form' },
    beside: { language: 'en' },
  },
  artist_details: {
    nameMember: 'place',
    values: { type: 'group', from: '1970', to: '1972~', ended: true, place: '% uno', genres: ['blues'] },
    types: { place: '% dos', genres: 'rock' },
    beside: { from: '1971' },
  },
  credit: {
    nameMember: 'credited',
    values: { credited: '% uno', role: 'guest' },
    types: { credited: '% dos' },
    beside: { role: 'author' },
  },
  track: {
    nameMember: 'title',
    values: { position: 7, title: '% uno', length: '2:12', isrc: 'ARF410100001', featuring: 'Nadie' },
    types: { title: '% dos', length: '2:13' },
    beside: { featuring: 'De otros' },
  },
  album_details: {
    nameMember: 'label',
    values: { kind: 'live', released: '1970-05', label: '% uno' },
    types: { label: '% dos', kind: 'album' },
    beside: { released: '1971' },
  },
  artist_identifier: identifier,
  album_identifier: identifier,
  artist_source: sourceOf('artist'),
  album_source: sourceOf('album'),
};

/** The record of a sample, with the word of its case. */
export function madeOf(kind: Kind, word: string): Record<string, unknown> {
  const { values } = formSamples[kind];
  return Object.fromEntries(
    Object.entries(values).map(([member, value]) => [member, typeof value === 'string' ? value.replace('%', word) : value]),
  );
}

/** The values of its fields. */
export const beginsOf = (kind: Kind) =>
  Object.fromEntries(Object.entries(formSamples[kind].values).map(([member, value]) => [member, textsOf(value)[0] ?? '']));

const columnsOf = (kind: Kind) =>
  [...Object.keys(formSamples[kind].values), ...(isSource(kind) ? ['record'] : [])].map((member) => `"${member}"`);

/** A name of a record of the kind, with the word of its case, or with % for it. */
function nameOf(kind: Kind, word: string, rest: string): string {
  const { named = () => `${word} ${rest}` } = formSamples[kind];
  return named(word, rest);
}

/** Makes the record of a form, with the records above it. @param isThere whether to make the record itself */
async function record(world: World, kind: Kind, isThere = true) {
  let recordPath = '';
  for (const step of [...kindRows[kind].above, kind]) {
    recordPath += `/${kindRows[step].segment}`;
    const make = (method: string) => api(world, method, recordPath, madeOf(step, world.word));
    if (!isSingle(step)) recordPath += `/${(await make('POST')).json.id}`;
    else if (isThere) await make('PUT');
  }
  const id = /\d+(?=\D*$)/.exec(recordPath)?.[0];
  const state = async () => (await query(world, `select ${columnsOf(kind)} from ${kind} where id = ${id}`))[0] ?? {};
  return { recordPath, state, meanwhile: rename(world, kind, recordPath) };
}

const rename = (world: World, kind: Kind, recordPath: string) => (time: number) =>
  api(world, 'PATCH', recordPath, { [formSamples[kind].nameMember]: nameOf(kind, world.word, `de otros ${time}`) });

const reasons = { comment: 'done', source: 'done', once: 'done' } as const;
const reason = { comment: 'porque sí', source: 'https://example.org/fuente' };

const each = <T>(names: string[], value: T) => Object.fromEntries(names.map((name) => [name, value]));

/** The forms of these kinds have a field `record` for a number; leaving it out is the same as leaving it empty. */
const isSource = (kind: Kind) => kind.endsWith('_source');

function editing(kind: Kind): Row {
  const { types, beside } = formSamples[kind];
  const begins = beginsOf(kind);
  const reference: Row['lacks'] =
    kind === 'membership' ? { person: 'done' } : kind === 'credit' ? { artist: 'done' } : isSource(kind) ? { record: 'done' } : {};
  return {
    does: `edits an ${kind}`,
    as: 'member',
    begins,
    async make(world) {
      const { recordPath, ...made } = await record(world, kind);
      return { path: `${recordPath}/edit`, ...made, beside: beside && (() => api(world, 'PATCH', recordPath, beside)) };
    },
    types: { ...types, ...reason },
    // Members without a typed value stay as they are.
    lacks: { ...reasons, ...reference, ...each(Object.keys(begins), 'done'), ...each(Object.keys(types), 'part') },
    again: [303, 'same'],
    corrected: [{ [formSamples[kind].nameMember]: nameOf(kind, '%', 'tres') }, 409, 'same'],
    older: 409,
    states: true,
  };
}

function removing(kind: Kind): Row {
  return {
    does: `deletes an ${kind}`,
    as: 'editor',
    async make(world) {
      const { recordPath, ...made } = await record(world, kind);
      return { path: `${recordPath}/delete`, ...made };
    },
    types: reason,
    lacks: reasons,
    again: [303, 'same'],
    corrected: [{ comment: 'otra vez' }, 404, 'same'],
    older: 412,
    states: true,
  };
}

function undoing(kind: Kind): Row {
  return {
    does: `undoes a change of an ${kind}`,
    as: 'member',
    begins: { version: '2', how: 'this' },
    async make(world) {
      const { recordPath, ...made } = await record(world, kind);
      await api(world, 'PATCH', recordPath, { [formSamples[kind].nameMember]: nameOf(kind, world.word, 'cambiado') });
      return { path: `${recordPath}/undo?version=2&how=this`, ...made };
    },
    types: reason,
    lacks: reasons,
    again: [303, 'same'],
    corrected: [{ comment: 'otra vez' }, 303, 'same'],
    older: 400,
    states: true,
  };
}

function redacting(kind: Kind): Row {
  const { nameMember } = formSamples[kind];
  return {
    does: `redacts an ${kind}`,
    as: 'admin',
    begins: { version: '1' },
    async make(world) {
      const { recordPath } = await record(world, kind);
      await rename(world, kind, recordPath)(1);
      const version1 = `where kind = '${kind}' and id = ${/\d+(?=\D*$)/.exec(recordPath)?.[0]} and version = 1`;
      const sql = `select erased, (select note from redaction ${version1}) as note from revision ${version1}`;
      const meanwhile = () => api(world, 'POST', `${recordPath}/reversions`, { version: 1 });
      return { path: `${recordPath}/redact?version=1`, state: async () => (await query(world, sql))[0] ?? {}, meanwhile };
    },
    types: { hide: nameMember, reason: 'porque sí', note: 'Nota', sure: 'on' },
    lacks: { note: 'part' },
    again: [303, 'same'],
    corrected: [{ note: 'Otra' }, 303, 'same'],
    older: 409,
  };
}

/** The form of details that do not exist yet. */
function beginning(kind: SingleKind): Row {
  const { nameMember } = formSamples[kind];
  const begins = beginsOf(kind);
  return {
    does: `creates an ${kind}`,
    as: 'member',
    async make(world) {
      const { recordPath, state } = await record(world, kind, false);
      const meanwhile = (time: number) =>
        api(world, 'PUT', recordPath, { ...madeOf(kind, world.word), [nameMember]: `${world.word} de otros ${time}` });
      return { path: `${recordPath}/edit`, state, meanwhile };
    },
    types: { ...begins, ...reason },
    lacks: { ...reasons, ...each(Object.keys(begins), 'less') },
    again: [303, 'same'],
    corrected: [{ [nameMember]: '% tres' }, 409, 'same'],
    older: 409,
  };
}

const rowsOf = (kind: RowKind) =>
  (({ album: 1, artist_source: 1, album_source: 1, membership: 5, artist_identifier: 5 }) as Partial<Record<RowKind, number>>)[kind] ?? 3;

/** Fills in the first of the rows. */
function adding(kind: RowKind): Row {
  const { nameMember } = formSamples[kind];
  const begins = beginsOf(kind);
  const first = Object.fromEntries(Object.entries(begins).map(([member, value]) => [`${kind}-0-${member}`, value]));
  return {
    does: `adds an ${kind}`,
    as: 'member',
    begins: { rows: String(rowsOf(kind)) },
    async make(world) {
      const parent = parentOf(kind) as EntryKind;
      const { recordPath } = await record(world, parent);
      const fromParent = `from ${kind} where ${parent}_id = ${recordPath.split('/').at(-1)}`;
      const state = async () => ({ records: await query(world, `select ${columnsOf(kind)} ${fromParent} order by "${nameMember}"`) });
      return { path: `${recordPath}/${kindRows[kind].segment}`, state, meanwhile: () => api(world, 'DELETE', recordPath) };
    },
    types: { ...first, ...reason },
    lacks: {
      ...reasons,
      ...rowLacks(kind),
      ...(isSource(kind) && { [`${kind}-0-record`]: 'done' as const }),
      // The value of the identifier shows its scheme.
      ...('scheme' in begins && { [`${kind}-0-scheme`]: 'done' as const }),
    },
    again: [303, 'same'],
    corrected: [{ [`${kind}-0-${nameMember}`]: nameOf(kind, '%', 'III') }, 303, 'other'],
    older: 404,
  };
}

/** The optional fields of a row. Empty rows are no records. */
function rowLacks(kind: RowKind): Row['lacks'] {
  const members = Object.keys(formSamples[kind].values);
  const known: Record<string, { empty?: unknown }> = knownTypes[kind].members;
  // The sample of a source has a value, which needs the member that it is a value of.
  const isNeeded = (member: string) => known[member]?.empty === undefined || (isSource(kind) && member === 'supports');
  const unneeded = members.filter((member) => !isNeeded(member));
  const fieldsOf = (row: number, names: string[]) => names.map((member) => `${kind}-${row}-${member}`);
  const others = Array.from({ length: rowsOf(kind) - 1 }, (_, i) => fieldsOf(i + 1, members)).flat();
  return { rows: 'done', ...each(fieldsOf(0, unneeded), 'less'), ...each(others, 'done') };
}

/** Keys of the signed-in account; `intruder` and `radio` exist already. */
async function withKeys(world: World): Promise<Made> {
  const keys = ['intruder', 'radio'].map((name) => `(${world.person.id}, '${name}', '${world.word} ${name}', 'account', 1)`);
  await query(world, `insert into api_key (user_id, name, hash, scopes, created_at) values ${keys.join()}`);
  const fromKeys = `from api_key where user_id = ${world.person.id} and session_id is null and revoked_at is null`;
  const state = async () => ({ keys: await query(world, `select name, scopes, expires_at is null as lasts ${fromKeys} order by name`) });
  return {
    path: '/account/keys',
    state,
    meanwhile: () => world.rockola.sql(`update api_key set revoked_at = 1 where id in (select id ${fromKeys})`),
  };
}

async function withHooks(world: World): Promise<Made> {
  const hooks = ['one', 'two'].map(
    (name) =>
      `(${world.person.id}, 'https://example.org/${name}', 'example.org:443', '', 'thin', 'change', 'whsec_eA==', 'off', 0, 0, 0, 0, 0, 0, 1)`,
  );
  await query(
    world,
    `insert into webhook (user_id, url, target, types, payload, per, secret, state, seq, at, tries, due_at, leased_until, test, created_at)
     values ${hooks.join()}`,
  );
  const from = `from webhook where user_id = ${world.person.id}`;
  return {
    path: '/account/webhooks',
    state: async () => ({
      hooks: await query(world, `select url, types, payload, per, state, test, former_until is not null as renewed ${from} order by url`),
    }),
    meanwhile: () => world.rockola.sql(`delete ${from}`),
  };
}

async function withJob(world: World): Promise<Made> {
  const id = await addJob(world.rockola, String(world.person.id));
  return {
    path: '/admin/jobs',
    state: async () => (await query(world, `select state, ended_at is null as open from job where id = ${id}`))[0] ?? {},
    meanwhile: () => world.rockola.sql(`update job set state = 'done', ended_at = 1 where id = ${id}`),
  };
}

/** An import in a state. `checkpoint` names the step that has begun, "" for the plan. */
const withImport =
  (state: string, checkpoint = '') =>
  async (world: World): Promise<Made> => {
    const id = await addJob(world.rockola, String(world.person.id), state);
    const ended = state === 'receiving' ? 'null' : Date.now();
    await query(
      world,
      `update job set kind = 'import', parameters = '{"format":"csv","file":"uno.csv"}', checkpoint = '${checkpoint}', ended_at = ${ended} where id = ${id}`,
    );
    const columns = [{ name: 'Grupo', member: null }];
    const reading = { format: 'csv', encoding: 'utf-8', why: 'valid UTF-8', separator: ',', columns };
    const summary = Buffer.from(JSON.stringify({ step: 'plan', reading, counts: { create: 1 }, samples: {} })).toString('base64');
    await query(world, `insert into job_chunk (job_id, name, number, bytes) values (${id}, 'plan summary', 0, '${summary}')`);
    return {
      path: `/import/${id}`,
      async state() {
        const [job] = await query(world, `select state, checkpoint, parameters from job where id = ${id}`);
        return { cancelled: job?.state === 'cancelled', step: String(job?.checkpoint).split(' ')[0], parameters: job?.parameters };
      },
    };
  };

/** An account of somebody else. */
async function otherAccount(world: World): Promise<{ id: number; state: Made['state'] }> {
  await query(
    world,
    `insert into "user" (name, email, normal_email, role, created_at) values ('Otra', '${world.word}2@e.org', '${world.word}2@e.org', 'member', 1)`,
  );
  const [found] = await query(world, `select id from "user" where email = '${world.word}2@e.org'`);
  const id = Number(found?.id);
  const state = async () => (await query(world, `select name, role, suspended_at is null as usable from "user" where id = ${id}`))[0] ?? {};
  return { id, state };
}

const ofOther =
  (member: 'role' | 'suspended') =>
  async (world: World): Promise<Made> => {
    const { id, state } = await otherAccount(world);
    const patch = (body: object) => api(world, 'PATCH', `/user/accounts/${id}`, body);
    const roles = (time: number) => patch({ role: time === 1 ? 'reader' : 'admin' });
    const suspension = (time: number) => patch({ suspended: time === 1 });
    return {
      path: `/admin/accounts/${id}`,
      state,
      ...(member === 'role' ? { meanwhile: roles, beside: () => suspension(1) } : { meanwhile: suspension, beside: () => roles(1) }),
    };
  };

/** A login in addition to that of the browser. */
async function otherLogin(world: World): Promise<Made> {
  const { email, password, id } = world.person;
  await world.rockola.call('POST', '/api/v1/user/login', { body: { email, password } });
  const last = `(select max(id) from session where user_id = ${id})`;
  const meanwhile = () => world.rockola.sql(`update session set ended_at = 1 where id = ${last}`);
  return { path: '/account/sessions', state: logins(world), meanwhile };
}

const chosenPassword = { password: 'del-63-al-2002', repeat: 'del-63-al-2002' };
const albumRow = { 'album-0-name': '% I', 'album-0-year': '1971', 'album-0-image': image };

/** Every form of `src/web/forms.ts`, and every use of one. */
export const formTable: Partial<Record<FormPage, [Row, ...Row[]]>> = {
  signIn: [
    {
      does: 'signs in',
      begins: { next: '/' },
      make: async (world) => ({ path: '/sign-in', state: logins(world), meanwhile: () => newPassword(world) }),
      types: { email: '%@example.org', password: 'rock-n-roll' },
      lacks: { next: 'done' },
      again: [303, 'other'],
      corrected: [{ password: 'no es esa' }, 401, 'same'],
      older: 401,
    },
  ],
  signOut: [
    {
      does: 'signs out',
      as: 'member',
      make: async (world) => ({ path: '/sign-out', state: logins(world) }),
      types: {},
      again: [303, 'same'],
    },
  ],
  addArtist: [
    {
      does: 'adds an artist with a record',
      as: 'member',
      begins: { rows: '1' },
      make: async (world) => ({ path: '/artists/new', state: artists(world) }),
      types: { name: '% uno', band: 'Banda', description: 'Uno', image, ...albumRow, ...reason },
      lacks: { ...reasons, ...rowLacks('album'), band: 'less', description: 'less', image: 'less' },
      again: [303, 'same'],
      corrected: [{ name: 'Zeta % dos' }, 303, 'other'],
    },
  ],
  undoAccount: [
    {
      does: 'undoes what an account did',
      as: 'editor',
      begins: { run: 'on' },
      async make(world) {
        const vandal = await world.rockola.person('Vandal');
        const body = { name: `${world.word} vandalizado` };
        const { id } = (await world.rockola.call('POST', '/api/v1/artists', { key: vandal.key, body })).json;
        const path = `/accounts/${vandal.id}/undo`;
        const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
        return {
          path,
          state: artists(world),
          html: async () => (await world.send(path, { since }, { cookie: world.cookie })).text,
          meanwhile: () => api(world, 'PATCH', `/artists/${id}`, { description: 'de otros' }),
        };
      },
      finds: 'run',
      types: reason,
      answers: 200,
      lacks: { comment: 'done', source: 'done', run: 'shown', until: 'done' },
      again: [200, 'same'],
      older: 200,
    },
  ],
  hide: [
    {
      does: 'hides a change',
      as: 'editor',
      begins: { hidden: 'all' },
      async make(world) {
        const { json } = await api(world, 'POST', '/artists', { name: `${world.word} uno` });
        await api(world, 'PATCH', `/artists/${json.id}`, { name: `${world.word} dos` });
        await allNumbered(world.rockola);
        const first = `revision where kind = 'artist' and id = ${json.id} and version = 1`;
        const [made] = await query(world, `select seq, changeset || ' ' || id as scope from ${first}`);
        return {
          path: `/changes/${made?.seq}/hide`,
          state: async () => ({ hidden: await query(world, `select hidden from hiding where scope = '${made?.scope}'`) }),
        };
      },
      types: { hidden: 'comment' },
      again: [303, 'same'],
      corrected: [{ hidden: 'all' }, 303, 'other'],
    },
  ],
  ...ofKinds('add', rowKinds, (kind): [Row] => [adding(kind)]),
  signUp: [
    {
      does: 'makes an account',
      make: async (world) => ({ path: '/sign-up', state: counted(world, `"user" where email like 'nueva-${world.word}%'`) }),
      begins: { next: '/account' },
      types: { name: 'Nueva', email: 'nueva-%@example.org', ...chosenPassword },
      lacks: { next: 'done' },
      again: [400, 'same'],
      corrected: [{ name: 'Otra' }, 400, 'same'],
    },
  ],
  forgotten: [
    {
      does: 'asks for a link',
      make: async (world) => {
        // The sender removes the mail to an address without an account.
        await api(world, 'POST', '/user/signup', { name: 'Ana', email: `${world.word}2@example.org`, password: 'rock-n-roll' });
        return { path: '/forgotten-password', state: mails(world) };
      },
      types: { email: '%@example.org' },
      again: [303, 'same'],
      corrected: [{ email: '%2@example.org' }, 303, 'other'],
    },
  ],
  account: [
    {
      does: 'gives oneself another name',
      as: 'member',
      begins: { name: 'Ana', 'name-was': 'Ana' },
      make: async (world) => ({
        path: '/account',
        state: own(world, 'name'),
        meanwhile: (time) => setOwn(world, `name = 'De otra ventana ${time}'`),
      }),
      finds: 'name',
      types: { name: 'Nombre nuevo' },
      lacks: { name: 'part', public_name: 'done', 'public_name-was': 'done' },
      again: [303, 'same'],
      corrected: [{ name: 'Otro nombre' }, 412, 'same'],
      older: 412,
      states: true,
    },
    {
      does: 'asks for another link to confirm',
      as: 'member',
      async make(world) {
        await setOwn(world, 'verified_at = null');
        await world.rockola.sql(`delete from mail where address like '%${world.word}%'`);
        return { path: '/account', state: mails(world), meanwhile: () => setOwn(world, 'verified_at = 1') };
      },
      finds: 'confirm',
      types: { confirm: 'on' },
      lacks: { confirm: 'shown' },
      again: [303, 'same'],
      older: 303,
    },
  ],
  ...ofKinds('edit', kinds, (kind): [Row, ...Row[]] => [editing(kind), ...(isSingle(kind) ? [beginning(kind)] : [])]),
  ...ofKinds('remove', kinds, (kind): [Row] => [removing(kind)]),
  ...ofKinds('undo', kinds, (kind): [Row] => [undoing(kind)]),
  ...ofKinds('redact', kinds, (kind): [Row] => [redacting(kind)]),
  accountAddress: [
    {
      does: 'asks for another address',
      as: 'member',
      make: async (world) => ({ path: '/account/address', state: own(world, 'email, pending_email'), meanwhile: () => newPassword(world) }),
      types: { email: 'otra-%@example.org', current_password: 'rock-n-roll' },
      again: [303, 'same'],
      corrected: [{ email: 'tercera-%@example.org' }, 303, 'other'],
      older: 400,
      resumes: false,
    },
  ],
  accountPassword: [
    {
      does: 'changes the password',
      as: 'member',
      async make(world) {
        const changed = counted(world, `account_event where user_id = ${world.person.id} and action = 'password-changed'`);
        return { path: '/account/password', state: changed, meanwhile: () => newPassword(world) };
      },
      finds: 'current_password',
      types: { current_password: 'rock-n-roll', ...chosenPassword },
      again: [400, 'same'],
      corrected: [{ password: 'otra-vez-otra', repeat: 'otra-vez-otra' }, 400, 'same'],
      older: 400,
      resumes: false,
    },
  ],
  accountSessions: [
    {
      does: 'ends another login',
      as: 'member',
      make: otherLogin,
      finds: 'end',
      types: { end: '#1' },
      again: [303, 'same'],
      older: 303,
      resumes: false,
    },
    {
      does: 'ends all other logins',
      as: 'member',
      make: otherLogin,
      finds: 'others',
      types: { others: 'on' },
      again: [303, 'same'],
      older: 303,
      resumes: false,
    },
  ],
  accountKeys: [
    {
      does: 'makes a key',
      as: 'member',
      begins: { days: '90' },
      make: async (world) => ({ ...(await withKeys(world)), meanwhile: undefined }),
      finds: 'name',
      types: { name: 'nueva', scopes: 'albums:write', days: '30' },
      answers: 200,
      lacks: { once: 'done' },
      again: [303, 'same'],
      corrected: [{ name: 'otra' }, 200, 'other'],
    },
    { does: 'revokes a key', as: 'member', make: withKeys, finds: 'revoke', types: { revoke: '#0' }, again: [303, 'same'], older: 303 },
    { does: 'revokes all keys', as: 'member', make: withKeys, finds: 'revoke', types: { revoke: 'all' }, again: [303, 'same'], older: 303 },
  ],
  accountWebhooks: [
    {
      does: 'makes a webhook',
      as: 'member',
      begins: { payload: 'thin', per: 'change' },
      make: async (world) => ({ ...(await withHooks(world)), meanwhile: undefined }),
      finds: 'url',
      types: { url: 'https://example.org/new', kinds: 'album', payload: 'full', per: 'changeset' },
      answers: 200,
      lacks: { once: 'done', kinds: 'less' },
      again: [303, 'same'],
      corrected: [{ url: 'https://example.org/other' }, 200, 'other'],
    },
    ...Object.entries({ tests: 'test', resumes: 'resume', 'skips a change of': 'skip', 'skips all changes of': 'now' }).map(
      ([does, button]): Row => ({
        does: `${does} a webhook`,
        as: 'member',
        make: withHooks,
        finds: button,
        types: { [button]: '#0' },
        again: [303, 'same'],
        older: 404,
      }),
    ),
    {
      does: 'gives a webhook another secret',
      as: 'member',
      make: withHooks,
      finds: 'rotate',
      types: { rotate: '#0' },
      answers: 200,
      again: [200, 'same'],
      older: 404,
    },
    {
      does: 'deletes a webhook',
      as: 'member',
      make: withHooks,
      finds: 'delete',
      types: { delete: '#0' },
      again: [303, 'same'],
      older: 303,
    },
  ],
  accountDeletion: [
    {
      does: 'deletes one’s own account',
      as: 'member',
      make: async (world) => ({ path: '/account/deletion', state: own(world, 'name'), meanwhile: () => newPassword(world) }),
      types: { password: 'rock-n-roll' },
      again: [401, 'same'],
      older: 400,
      resumes: false,
    },
  ],
  firstAdmin: [
    {
      does: 'makes the first administrator',
      async make(world) {
        const link = async () => (await world.rockola.cli(['account', 'admin-link'])).out.trim();
        const token = await link();
        return {
          path: '/first-admin',
          state: counted(world, `"user" where email like 'primera-${world.word}%' and role = 'admin'`),
          html: async () => (await world.send('/first-admin', { token, look: 'on' })).text,
          meanwhile: link,
        };
      },
      types: { name: 'Primera', email: 'primera-%@example.org', ...chosenPassword },
      again: [400, 'same'],
      corrected: [{ email: 'segunda-%@example.org' }, 400, 'same'],
      older: 400,
    },
  ],
  adminAccount: [
    {
      does: 'gives an account another role',
      as: 'admin',
      begins: { role: 'member', 'role-was': 'member', suspended: 'false', 'suspended-was': 'false' },
      make: ofOther('role'),
      finds: 'role',
      types: { role: 'editor' },
      lacks: { role: 'shown', suspended: 'done', 'suspended-was': 'done' },
      again: [303, 'same'],
      corrected: [{ role: 'admin' }, 412, 'same'],
      older: 412,
      states: true,
    },
    {
      does: 'suspends an account',
      as: 'admin',
      begins: { role: 'member', 'role-was': 'member', suspended: 'false', 'suspended-was': 'false' },
      make: ofOther('suspended'),
      finds: 'role',
      types: { suspended: 'true' },
      lacks: { suspended: 'shown', role: 'done', 'role-was': 'done' },
      again: [303, 'same'],
      corrected: [{ role: 'admin' }, 303, 'other'],
      older: 303,
    },
    {
      does: 'deletes an account',
      as: 'admin',
      begins: { 'role-was': 'member', 'suspended-was': 'false' },
      make: async (world) => ({ ...(await ofOther('role')(world)), beside: undefined }),
      finds: 'remove',
      types: { remove: 'on', sure: 'on' },
      lacks: { remove: 'shown' },
      again: [303, 'same'],
      older: 412,
      states: true,
    },
  ],
  adminJobs: [
    { does: 'cancels a job', as: 'admin', make: withJob, finds: 'cancel', types: { cancel: '#0' }, again: [303, 'same'], older: 303 },
  ],
  importJob: [
    {
      does: 'cancels an import',
      as: 'editor',
      make: withImport('receiving'),
      finds: 'cancel',
      types: { cancel: 'on' },
      again: [303, 'same'],
    },
    { does: 'applies an import', as: 'editor', make: withImport('done'), finds: 'apply', types: { apply: 'on' }, again: [303, 'same'] },
    {
      does: 'undoes an import',
      as: 'editor',
      make: withImport('done', 'apply 0'),
      finds: 'undo',
      types: { undo: 'on' },
      again: [303, 'same'],
    },
    {
      does: 'maps a column of an import',
      as: 'editor',
      make: withImport('failed'),
      finds: 'column-0',
      types: { 'column-0': 'artist.name' },
      again: [303, 'same'],
    },
  ],
  verify: [
    {
      does: 'confirms an address',
      async make(world) {
        await setOwn(world, 'verified_at = null');
        return withLink(world, 'verify', own(world, 'verified_at is null as unconfirmed'));
      },
      types: {},
      answers: 200,
      again: [400, 'same'],
      older: 400,
    },
  ],
  reset: [
    {
      does: 'chooses a new password',
      make: (world) =>
        withLink(world, 'reset', counted(world, `account_event where user_id = ${world.person.id} and action = 'password-reset'`)),
      types: chosenPassword,
      answers: 200,
      again: [400, 'same'],
      corrected: [{ password: 'otra-vez-otra', repeat: 'otra-vez-otra' }, 400, 'same'],
      older: 400,
    },
  ],
};

/** The page of a link, built from its token. */
async function withLink(world: World, purpose: LinkPurpose, state: Made['state']): Promise<Made> {
  const token = await linkTo(world.rockola, String(world.person.id), purpose);
  const path = linkPath(purpose);
  const meanwhile = () => world.rockola.sql(`delete from mail_token where user_id = ${world.person.id}`);
  return { path, state, meanwhile, html: async () => (await world.send(path, { token, look: 'on' })).text };
}
