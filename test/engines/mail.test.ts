import { afterAll, beforeAll, expect, test } from 'bun:test';
import { linkPurposes } from '../../src/model/linkToken.ts';
import { mailKinds, mailLanguages } from '../../src/model/mail.ts';
import { type Engine, openEngines } from './stores.ts';

let engines: Engine[];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ engines, close } = await openEngines());
});
afterAll(() => close());

test('both engines keep mails of every kind and language, and links of every purpose', async () => {
  for (const { name, sql } of engines) {
    for (const kind of mailKinds)
      for (const language of mailLanguages)
        await sql(
          `insert into mail (kind, address, language, created_at, due_at, tries) values ('${kind}', '${kind}-${language}@example.org', '${language}', 0, 0, 0)`,
        );
    await sql(`insert into "user" (name, email, normal_email, role, created_at) values ('Ana', 'a', 'a', 'member', 0)`);
    for (const purpose of linkPurposes)
      await sql(
        `insert into mail_token (hash, user_id, purpose, email, created_at, expires_at) select '${purpose}', id, '${purpose}', 'a', 0, 1 from "user"`,
      );
    const kept = await sql('select kind from mail');
    const links = await sql('select purpose from mail_token');
    expect([name, kept.length, links.length]).toEqual([name, mailKinds.length * mailLanguages.length, linkPurposes.length]);
  }
});
