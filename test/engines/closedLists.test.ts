import { afterAll, expect, test } from 'bun:test';
import { roles, scopes } from '../../src/model/actor.ts';
import { linkPurposes } from '../../src/model/linkToken.ts';
import { mailKinds, mailLanguages } from '../../src/model/mail.ts';
import { openEngines } from './stores.ts';

const { engines, close } = await openEngines();
afterAll(() => close());

/** Stands for a word that a later release adds. The schema must accept it without a change. */
const later = 'a later word';

test('both engines store every role, scope, mail kind, mail language and link purpose, also those that a later release adds', async () => {
  for (const { name, sql } of engines) {
    for (const role of [...roles, later])
      await sql(`insert into "user" (name, email, normal_email, role, created_at) values ('Ana', '${role}', '${role}', '${role}', 0)`);
    for (const scope of [...scopes, later])
      await sql(
        `insert into api_key (user_id, name, hash, scopes, created_at) select max(id), 'key', '${scope}', '${scope}', 0 from "user"`,
      );
    for (const kind of [...mailKinds, later])
      for (const language of [...mailLanguages, later])
        await sql(
          `insert into mail (kind, address, language, created_at, due_at, tries) values ('${kind}', '${kind}-${language}@example.org', '${language}', 0, 0, 0)`,
        );
    for (const purpose of [...linkPurposes, later])
      await sql(
        `insert into mail_token (hash, user_id, purpose, email, created_at, expires_at) select '${purpose}', max(id), '${purpose}', 'a', 0, 1 from "user"`,
      );
    const stored = async (column: string, table: string) =>
      (await sql(`select ${column} as word from ${table} order by 1`)).map(({ word }) => word);
    const all = (...words: string[]) => [...words, later].sort();
    const mails = mailKinds.concat(later as never).flatMap((kind) => [...mailLanguages, later].map((language) => `${kind}-${language}`));
    expect([name, await stored('role', '"user"')]).toEqual([name, all(...roles)]);
    expect([name, await stored('scopes', 'api_key')]).toEqual([name, all(...scopes)]);
    expect([name, await stored("kind || '-' || language", 'mail')]).toEqual([name, mails.sort()]);
    expect([name, await stored('purpose', 'mail_token')]).toEqual([name, all(...linkPurposes)]);
  }
});
