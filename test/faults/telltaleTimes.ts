import { startRockola } from '../support/harness.ts';
import { openConnection, requestOf } from '../support/load/connection.ts';
import { quantile } from '../support/load/steady.ts';
import { mailThrough, startMailServer } from '../support/mailServer.ts';
import type { Fault } from './fault.ts';

/** How often each is asked. */
const scales = { short: 10, ci: 500, long: 5_000 };
/** Medians may differ by this much, in ms. */
const grain = 2;

type Question = { status: number; request: string };

/** A stranger who times answers to learn who has an account. */
export const telltaleTimes: Fault = {
  id: 'F17',
  title: 'times that would tell who has an account',
  noShort: 'a few tries say nothing about times; test/api/password.test.ts counts the hashes',
  async run(scale, say) {
    const mail = await startMailServer();
    const rockola = await startRockola(mailThrough(mail.url));
    try {
      const { email } = await rockola.person();
      const suspended = await rockola.person();
      await rockola.cli(['account', 'suspend', suspended.email]);
      const nobody = 'nobody@example.org';
      const times = await ask(Number(new URL(rockola.url).port), scales[scale], {
        known: logIn(email, 'rock-n-rolL'),
        unknown: logIn(nobody, 'rock-n-rolL'),
        suspended: logIn(suspended.email, suspended.password),
        'without a hash': { ...logIn(email, undefined), status: 400 },
        'reset, known': askReset(email),
        'reset, unknown': askReset(nobody),
      });
      const gaps = {
        'login, unknown': times.unknown - times.known,
        'login, suspended': times.suspended - times.known,
        'reset, unknown': times['reset, unknown'] - times['reset, known'],
      };
      const seen = Math.abs(times['without a hash'] - times.known);
      const found = Object.entries(gaps).map(([what, gap]) => `${what}: ${gap.toFixed(2)} ms`);
      say(found.join(', '));
      return {
        did: `${scales[scale]} failed logins and requests for a new password of each kind, by turns`,
        found: `median against a known account of ${times.known.toFixed(1)} ms (login), ${times['reset, known'].toFixed(1)} ms (reset): ${found.join(', ')}`,
        control: `a login that is judged without a hash differs by ${seen.toFixed(1)} ms`,
        broken: [
          ...Object.entries(gaps).flatMap(([what, gap]) => (Math.abs(gap) > grain ? [`${what} differs by ${gap.toFixed(2)} ms`] : [])),
          ...(seen > grain ? [] : ['the control saw nothing']),
        ],
      };
    } finally {
      await rockola.stop();
      await mail.stop();
    }
  },
};

/** Without a password it is refused before anything is hashed. */
function logIn(email: string, password: string | undefined): Question {
  return { status: 401, request: requestOf('POST', '/api/v1/user/login', {}, JSON.stringify({ email, password })) };
}

function askReset(email: string): Question {
  return { status: 202, request: requestOf('POST', '/api/v1/user/password-reset-requests', {}, JSON.stringify({ email })) };
}

/** @returns the median time of each question, in ms @throws where one is answered otherwise than it is to be */
async function ask<K extends string>(port: number, often: number, questions: Record<K, Question>): Promise<Record<K, number>> {
  const names = Object.keys(questions) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const connection = await openConnection(port);
  for (let round = 0; round < often; round++) {
    for (const name of names) {
      const { request, status } = questions[name];
      const reply = await connection.send(request);
      if (reply?.status !== status) throw new Error(`${name} was answered ${reply?.status ?? 'by nobody'}, not ${status}`);
      times[name].push(reply.ms);
    }
  }
  connection.end();
  return Object.fromEntries(names.map((name) => [name, quantile(times[name], 0.5)])) as Record<K, number>;
}
