import { startRockola } from '../support/harness.ts';
import { requestOf } from '../support/load/connection.ts';
import { comparePairs, type Gap, type Question } from '../support/load/pairs.ts';
import { type MailServer, mailThrough, startMailServer } from '../support/mailServer.ts';
import type { Variant } from '../support/variant.ts';
import type { Fault, Scale } from './fault.ts';

/** `maxPairs`: of each kind; a busy machine needs many. `precision`: the width of the confidence interval of a difference, in ms. */
const scales = {
  ci: { maxPairs: 30_000, precision: 0.1 },
  long: { maxPairs: 60_000, precision: 0.04 },
};
/** Times may differ by this much, in ms; the times of the control differ by twice as much. */
const grain = 0.15;

/** A stranger who measures the time of answers to find out which addresses have accounts. */
export const telltaleTimes: Fault = {
  id: 'F17',
  title: 'times that would tell who has an account',
  async run(scale, say) {
    const mail = await startMailServer();
    try {
      const gaps = await measure(mail, ['quickHashes'], comparisons, scales[scale], say);
      const control = await measure(
        mail,
        ['quickHashes', 'tellingTimes'],
        comparisons.filter(({ address }) => address === 'unknown'),
        scales[scale],
        say,
      );
      return {
        did: 'failed logins and requests for a new password for addresses with and without an account, in pairs whose order is drawn; a password is hashed with 1 MiB',
        found: `longer than for a known account: ${describe(gaps)}`,
        control: `a program that takes 0.3 ms longer for logins without an account, and for new passwords with one: ${describe(control)}`,
        broken: [
          ...Object.entries(gaps).flatMap(([name, gap]) => (differs(gap) ? [`${name} differs by ${gap.median.toFixed(2)} ms`] : [])),
          ...Object.entries(control).flatMap(([name, gap]) => (differs(gap) ? [] : [`the control did not fail: ${name}`])),
        ],
      };
    } finally {
      await mail.stop();
    }
  },
};

/** The request for each address; it is compared with the same request for a valid account. */
const questions = { login: logIn, reset: askReset };
type Comparison = { question: keyof typeof questions; address: 'unknown' | 'suspended' };
const comparisons: Comparison[] = [
  { question: 'login', address: 'unknown' },
  { question: 'login', address: 'suspended' },
  { question: 'reset', address: 'unknown' },
  { question: 'reset', address: 'suspended' },
];

async function measure(
  mail: MailServer,
  altered: Variant['altered'],
  selected: Comparison[],
  { maxPairs, precision }: (typeof scales)[Scale],
  say: (progress: string) => void,
): Promise<Record<string, Gap>> {
  const rockola = await startRockola(mailThrough(mail.url), { variant: { altered } });
  try {
    const gaps: Record<string, Gap> = {};
    const [known, suspended] = [(await rockola.person()).email, (await rockola.person()).email];
    const emails = { unknown: 'nobody@example.org', suspended };
    const { code, err } = await rockola.cli(['account', 'suspend', suspended]);
    if (code !== 0) throw new Error(err);
    for (const { question, address } of selected) {
      const ask = questions[question];
      const gap = await comparePairs(Number(new URL(rockola.url).port), ask(emails[address]), ask(known), precision, maxPairs);
      gaps[`${question}, ${address}`] = gap;
      say(describe({ [`${question}, ${address}`]: gap }));
    }
    return gaps;
  } finally {
    await rockola.stop();
  }
}

function logIn(email: string): Question {
  return { status: 401, request: requestOf('POST', '/api/v1/user/login', {}, JSON.stringify({ email, password: 'rock-n-rolL' })) };
}

function askReset(email: string): Question {
  return { status: 202, request: requestOf('POST', '/api/v1/user/password-reset-requests', {}, JSON.stringify({ email })) };
}

function differs({ low, high }: Gap): boolean {
  return low > grain || high < -grain;
}

function describe(gaps: Record<string, Gap>): string {
  const ms = (value: number) => value.toFixed(2);
  return Object.entries(gaps)
    .map(([name, { median, low, high, pairs }]) => `${name}: ${ms(median)} ms (${ms(low)} to ${ms(high)}, ${pairs} pairs)`)
    .join('; ');
}
