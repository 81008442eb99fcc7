import { expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { mailThrough, startMailServer } from '../support/mailServer.ts';

test('two nodes share the outbox, and no mail is sent by both', async () => {
  const mail = await startMailServer();
  const first = await startRockola({ ROCKOLA_STARTER: 'off' });
  const { DATABASE_URL = '' } = first.env;
  await first.sql(`insert into "user" (name, email, normal_email, password_hash, role, created_at)
    select 'Fan', email, email, 'none', 'member', 1 from (select 'fan' || i || '@example.org' as email from generate_series(1, 300) i) as fans`);
  const settings = { DATABASE_URL, ...mailThrough(mail.url) };
  const senders = await Promise.all([startRockola(settings), startRockola(settings)]);
  // Slow enough that neither node has sent all before the other reads the outbox.
  mail.slow(100);
  await first.sql(`insert into mail (kind, address, language, created_at, due_at, tries)
    select 'verify', normal_email, 'es', 1, 1, 0 from "user" where name = 'Fan'`);
  await until(async () => (await first.sql('select id from mail')).length === 0, 'the outbox is not empty');
  const sent = mail.mails.map(({ to }) => to[0]);
  expect([sent.length, new Set(sent).size]).toEqual([300, 300]);
  const shares = () => senders.map((sender) => sender.output().split('"msg":"mail sent"').length - 1);
  await until(() => shares().reduce((a, b) => a + b) === 300, 'the logs do not report 300 mails');
  console.log(`sent by each: ${shares().join(' + ')}`);
  for (const share of shares()) expect(share).toBeGreaterThan(0);
  for (const sender of senders) await sender.stop();
  await first.stop();
  await mail.stop();
});
