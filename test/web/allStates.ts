import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Rockola } from '../support/harness.ts';
import { accountStatesOf, signedIn } from './accountStates.ts';
import { makeEditor, memberStatesOf } from './memberStates.ts';
import { statesOf } from './states.ts';

/** The state of a page. `bring`: the steps that lead there. `refuses`: whether the service refuses something on the way. */
export type State = { options: BrowserContextOptions; refuses: boolean; bring(page: Page): Promise<unknown> };

/** Every page of the site in every state, by the name of its picture. */
export async function allStates(rockola: Rockola, empty: Rockola): Promise<Record<string, State>> {
  const states: Record<string, State> = {};
  const problemPaths = { problems: '/problems', problem: '/problems/not-found' };
  const problemUrls = Object.fromEntries(Object.entries(problemPaths).map(([name, path]) => [name, rockola.url + path]));
  for (const [name, url] of Object.entries({ ...(await statesOf(rockola, empty)), ...problemUrls }))
    states[name] = { options: {}, refuses: name === 'missing', bring: (page) => page.goto(url) };
  const options = await signedIn(rockola, await makeEditor(rockola));
  const admin = await signedIn(rockola, await makeEditor(rockola, 'Juana', 'admin'));
  for (const [name, bring] of Object.entries(await memberStatesOf(rockola, await rockola.person('Eva'))))
    states[name] = { options: /redact/i.test(name) ? admin : options, refuses: true, bring };
  for (const [name, { url, act, options = {} }] of Object.entries(await accountStatesOf(rockola)))
    states[name] = { options, refuses: act !== undefined, bring: (page) => page.goto(url).then(() => act?.(page)) };
  return states;
}
