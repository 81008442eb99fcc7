import { afterAll, describe, expect, test } from 'bun:test';
import { secretFields, signedInField } from '../../src/web/form.ts';
import { forms } from '../../src/web/forms.ts';
import { type FormPage, formPaths } from '../../src/web/paths.ts';
import { sampleOf } from '../support/amount.ts';
import { changed, type FormCase, fillIn, formRows, open, pageOf, password, prepare, press, stateOf } from '../support/formCase.ts';
import { cookieOf } from '../support/forms.ts';
import { formTable } from '../support/formTable.ts';
import { startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { formsIn } from '../support/pageForms.ts';
import { keepCopy } from '../support/rollBack.ts';

/** Sends every form of `test/support/formTable.ts` without a fault, and a sample of them with every fault. */
const rockola = await startRockola({ ...silentMailServer, ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

test('every form that can be sent is in the table', () => {
  const sent = (Object.keys(forms) as FormPage[]).filter((name) => forms[name].onSubmit);
  expect(Object.keys(formTable).toSorted()).toEqual(sent.toSorted());
});

/** The forms that are tried with every fault; the others are only sent, and repeated. */
const sampled = new Set(
  sampleOf(
    formRows.map(([, , row]) => row),
    25,
  ),
);

/** Fields that only identify the page of a form. */
const ownFields = [signedInField, 'once', 'tag', 'token', 'since', 'until'];

describe.each(formRows)('%s (%s)', (_, name, row) => {
  const { needs } = forms[name as FormPage];
  /** The content of the store before the form is sent, and after it succeeded. */
  let before: Record<string, unknown>;
  let afterSuccess: Record<string, unknown>;
  const success = row.answers ?? 303;
  const isSampled = sampled.has(row);

  test('succeeds, and when repeated has the outcome that the table says', async () => {
    const form = await open(rockola, row);
    before = await stateOf(form);
    expect((await press(form)).status).toBe(success);
    afterSuccess = await stateOf(form);
    expect(afterSuccess).not.toEqual(before);
    const again = await press(form);
    expect([again.status, Bun.deepEquals(await stateOf(form), afterSuccess) ? 'same' : 'other']).toEqual(row.again);
  });

  test.if(isSampled)('is shown with the initial values of the table', async () => {
    const { world, made } = await prepare(rockola, row);
    const { fields } = await fillIn({ world, made, row: { ...row, types: {} } });
    const shown = fields.filter(([field, value]) => value !== '' && !ownFields.includes(field));
    expect(Object.fromEntries(shown.map(([field, value]) => [field, value.replaceAll(world.word, '%')]))).toEqual(row.begins ?? {});
  });

  test.if(isSampled)('has a row in the table for each of its buttons', async () => {
    const { world, made } = await prepare(rockola, row);
    const buttons = formsIn(await pageOf(world, made.path)).flatMap((form) => form.buttons);
    const pressed = (formTable[name] ?? []).flatMap(({ types }) => Object.keys(types));
    for (const [button] of buttons) expect([...pressed, 'more']).toContain(button);
  });

  test.if(isSampled)('with a field left out has the outcome that the table says', async () => {
    const { fields } = await open(rockola, row);
    const names = [...new Set(fields.map(([field]) => field))];
    for (const field of Object.keys(row.lacks ?? {})) expect(names).toContain(field);
    for (const field of sampleOf(names, 3)) {
      const form = await open(rockola, row);
      const { status } = await press(
        form,
        form.fields.filter(([other]) => other !== field),
      );
      const state = await stateOf(form);
      const kept = Object.keys({ ...before, ...state }).every((member) =>
        [before, afterSuccess].some((known) => Bun.deepEquals(known[member], state[member])),
      );
      const unchanged = Bun.deepEquals(state, before);
      const outcome = { refused: status >= 400 && status < 500 && unchanged, shown: status < 400 && unchanged };
      const done = status === success && Bun.deepEquals(state, afterSuccess);
      const outcomes = { ...outcome, done, part: status === success && kept && !done, less: status === success && !unchanged && !kept };
      // A form that does not name the account of its page counts for the signed-in account.
      const expected = row.lacks?.[field] ?? (field === signedInField ? 'done' : 'refused');
      expect([field, expected, outcomes]).toEqual([field, expected, expect.objectContaining({ [expected]: true })]);
    }
  });

  test.if(isSampled && row.corrected !== undefined)('when repeated with other values has the outcome that the table says', async () => {
    const [corrections, ...outcome] = row.corrected ?? [{}];
    const form = await open(rockola, row);
    expect((await press(form)).status).toBe(success);
    const first = await stateOf(form);
    const others = Object.entries(corrections).map(([field, value]): [string, string] => [field, value.replaceAll('%', form.world.word)]);
    const { status } = await press(form, changed(form.fields, others));
    expect([status, Bun.deepEquals(await stateOf(form), first) ? 'same' : 'other']).toEqual(outcome as unknown[] as [number, string]);
  });

  test.if(isSampled && row.older !== undefined)('does not overwrite changes that others made since its page', async () => {
    const form = await open(rockola, row);
    await form.made.meanwhile?.(1);
    const theirs = await stateOf(form);
    const { status, text } = await press(form);
    expect([status, await stateOf(form)]).toEqual([row.older as number, theirs]);
    // No entity tag, and no term of the protocol.
    expect(text.replace(/<[^>]*>/g, ' ')).not.toMatch(/&quot;\d+\.\d+-|entity tag|precondition|idempotency|the request/i);
  });

  test.if(isSampled)('keeps changes that others made to members that it does not change', async () => {
    const form = await open(rockola, row);
    if (!form.made.beside) return;
    await form.made.beside();
    const theirs = Object.entries(await stateOf(form)).filter(([member, value]) => !Bun.deepEquals(value, before[member]));
    expect(theirs.length).toBe(1);
    expect((await press(form)).status).toBe(success);
    expect(await stateOf(form)).toEqual({ ...afterSuccess, ...Object.fromEntries(theirs) });
  });

  test.if(isSampled && needs !== undefined)(
    'changes nothing after the session has ended, and keeps the typed text until the user signs in again',
    async () => {
      const form = await open(rockola, row);
      expect((await form.world.send(formPaths.signOut, {}, { cookie: form.world.cookie })).status).toBe(303);
      const untouched = await stateOf(form);
      const answer = await press(form);
      expect([answer.status, await stateOf(form)]).toEqual([401, untouched]);
      const [asked] = formsIn(answer.text);
      const kept = form.fields.filter(([field]) => !secretFields.includes(field));
      expect(asked?.fields).toEqual(expect.arrayContaining(kept.map(([field, value]) => [`waiting.${field}`, value])));
      expect(asked?.fields.filter(([field]) => field.startsWith('waiting.')).length).toBe(kept.length + 1);
      if (row.resumes === false) return;
      const back = await form.world.send(
        formPaths.signIn,
        changed(asked?.fields ?? [], [
          ['email', form.world.person.email],
          ['password', password],
        ]),
      );
      const [waiting] = formsIn(back.text);
      expect((await form.world.send(form.path, waiting?.fields ?? [], { cookie: cookieOf(back) })).status).toBe(success);
      expect(await stateOf(form)).toEqual(afterSuccess);
    },
  );

  test.if(isSampled && needs !== undefined)('changes nothing for an account that is suspended or has lost the right', async () => {
    for (const change of [{ suspended: true }, ...(needs === 'manage own account' ? [] : [{ role: 'reader' }])]) {
      const form = await open(rockola, row);
      const untouched = await stateOf(form);
      const path = `/api/v1/user/accounts/${form.world.person.id}`;
      expect((await rockola.send('PATCH', path, change)).status).toBe(200);
      expect([change, (await press(form)).status, await stateOf(form)]).toEqual([change, 'role' in change ? 403 : 401, untouched]);
    }
  });
});

test('a form opened before a restore changes no record made after it', async () => {
  const rows = sampleOf(
    formRows.map(([, , row]) => row).filter(({ states }) => states),
    15,
  );
  const made = [];
  for (const row of rows) made.push(await prepare(rockola, row));
  await rockola.end();
  const putBack = await keepCopy(rockola);
  await rockola.restart();
  const cases: FormCase[] = [];
  for (const form of made) {
    await form.made.meanwhile?.(1);
    cases.push(await fillIn(form));
  }
  await rockola.end();
  await putBack();
  await rockola.restart();
  for (const form of cases) {
    await form.made.meanwhile?.(2);
    const theirs = await stateOf(form);
    const { status } = await press(form);
    expect([form.row.does, status >= 400 && status < 500, await stateOf(form)]).toEqual([form.row.does, true, theirs]);
    const now = await fillIn(form);
    if (!form.row.does.startsWith('undoes')) expect([form.row.does, (await press(now)).status]).toEqual([form.row.does, 303]);
  }
});
