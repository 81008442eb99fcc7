import { formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender } from './forms.ts';
import { formTable, type Made, type Row, type World } from './formTable.ts';
import type { Rockola } from './harness.ts';
import { formsIn } from './pageForms.ts';
import { randomFrom } from './random.ts';
import { seed } from './seed.ts';

export type Fields = [name: string, value: string][];
type Prepared = { row: Row; world: World; made: Made };
/** A row of the table, its records, and its form after it was filled in. */
export type FormCase = Prepared & { path: string; fields: Fields };

/** For each row of the table: its title, the form, and the row. */
export const formRows = Object.entries(formTable).flatMap(([name, rows]) =>
  rows.map((row) => [row.does, name as keyof typeof formTable, row] as const),
);

const random = randomFrom(seed);
export const password = 'rock-n-roll';

/** 12 letters, unique to the case. */
export const newWord = () => Array.from({ length: 12 }, () => String.fromCharCode(97 + random.below(26))).join('');

/** Makes the records of a row, and signs in its account. */
export async function prepare(rockola: Rockola, row: Row): Promise<Prepared> {
  const send = formSender(rockola);
  const word = newWord();
  const email = `${word}@example.org`;
  const signedUp = await send(formPaths.signUp, { name: 'Ana', email, password, repeat: password });
  const [found] = await rockola.sql(`select id from "user" where email = '${email}'`);
  await rockola.sql(`update "user" set role = '${row.as ?? 'member'}', verified_at = 1 where id = ${found?.id}`);
  await rockola.sql(`delete from mail`);
  const person = { id: Number(found?.id), email, password };
  const world: World = { rockola, word, person, cookie: row.as ? cookieOf(signedUp) : '', send: (...args) => formSender(rockola)(...args) };
  return { row, world, made: await row.make(world) };
}

/** Reads the page of a form, and fills it in. */
export async function fillIn({ row, world, made }: Prepared): Promise<FormCase> {
  const html = await (made.html?.() ?? pageOf(world, made.path));
  const found = formsIn(html).find(({ fields, buttons }) => !row.finds || [...fields, ...buttons].some(([name]) => name === row.finds));
  if (!found) throw new Error(`${made.path} has no form with ${row.finds}: ${html}`);
  const typed = Object.entries(row.types).map(([name, value]): [string, string] => {
    const buttons = found.buttons.filter(([button]) => button === name);
    return [name, /^#\d$/.test(value) ? (buttons[Number(value[1])]?.[1] ?? '') : value.replaceAll('%', world.word)];
  });
  return { row, world, made, path: made.path.split('?')[0] ?? '', fields: changed(found.fields, typed) };
}

export const open = async (rockola: Rockola, row: Row) => fillIn(await prepare(rockola, row));
/** The fields with the values of `by` in place of their own. */
export const changed = (fields: Fields, by: Fields): Fields => [...fields.filter(([name]) => !by.some(([key]) => key === name)), ...by];

export const pageOf = async ({ rockola, cookie }: World, path: string) =>
  (await fetch(rockola.url + path, { headers: { Cookie: cookie, Accept: 'text/html', 'Accept-Language': 'en' } })).text();

export const press = ({ world, path, fields }: FormCase, sent = fields) => world.send(path, sent, { cookie: world.cookie });

/** The part of the store that the form changes. `%` stands for the word of this case. */
export const stateOf = async ({ made, world }: Prepared) =>
  JSON.parse(JSON.stringify(await made.state()).replaceAll(world.word, '%')) as Record<string, unknown>;
