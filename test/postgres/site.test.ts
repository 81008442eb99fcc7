import { expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { openBrowser } from '../web/browser.ts';
import { newcomerStory } from '../web/newcomer.ts';

test('the site works on PostgreSQL: somebody signs up, adds an artist, edits it in two windows and loses nothing', async () => {
  const [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);
  try {
    await newcomerStory(rockola, browser, true);
    expect(rockola.env.DATABASE_URL).toStartWith('postgres');
  } finally {
    await Promise.all([browser.close(), rockola.stop()]);
  }
});
