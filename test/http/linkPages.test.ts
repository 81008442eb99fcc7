import { afterAll, expect, test } from 'bun:test';
import { type LinkPurpose, linkPath, linkPurposes } from '../../src/model/linkToken.ts';
import { formPaths } from '../../src/web/paths.ts';
import { formSender } from '../support/forms.ts';
import { type Person, startRockola } from '../support/harness.ts';
import { linkTo, silentMailServer } from '../support/links.ts';
import { formsIn } from '../support/pageForms.ts';

const rockola = await startRockola({ ...silentMailServer, ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const pages = [...linkPurposes.map(linkPath), formPaths.firstAdmin];

const adminLink = async () => (await rockola.cli(['account', 'admin-link'])).out.trim().split('token=')[1] ?? '';

/** Makes a link of a new account, then changes the account. */
function link(purpose: LinkPurpose, change?: (person: Person) => Promise<unknown>) {
  return async () => {
    const person = await rockola.person();
    const token = await linkTo(rockola, person.id, purpose);
    await change?.(person);
    return token;
  };
}

const set = (change: string) => (person: Person) => rockola.sql(`update "user" set ${change} where id = ${person.id}`);

const links: [string, () => Promise<string>, string | undefined][] = [
  ['the operator’s link', adminLink, formPaths.firstAdmin],
  ...linkPurposes.flatMap((purpose): (typeof links)[number][] => [
    [`a link to ${purpose}`, link(purpose), linkPath(purpose)],
    [`a link to ${purpose}, of an account that is suspended`, link(purpose, set('suspended_at = 1')), undefined],
    [
      `a link to ${purpose}, of an account with another address`,
      link(purpose, ({ id }) => set(`email = 'otra${id}@e.org', normal_email = 'otra${id}@e.org'`)({ id } as Person)),
      undefined,
    ],
  ]),
  ['a link to reset the password of an account that has none', link('reset', set('password_hash = null')), undefined],
];

test.each(links)('%s: only its own page shows the form, and the other pages say that it does not work', async (_, make, ownPage) => {
  const send = formSender(rockola);
  const token = await make();
  for (const path of pages) {
    const { text } = await send(path, { token, look: 'on' });
    const offered = formsIn(text).some(({ fields }) => fields.some(([name, value]) => name === 'token' && value === token));
    expect([path, offered, /does not work/.test(text)]).toEqual([path, path === ownPage, path !== ownPage]);
  }
});
