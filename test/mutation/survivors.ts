// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts of templates
/**
 * A mistake that no test has to see, and why. `line` is part of the line as it reads with the mistake; `from`, where that says too
 * little, is what stood there.
 */
export type Survivor = { file: string; line: string; from?: string; why: string };

export const survivors: Survivor[] = [
  {
    file: 'src/store/open.ts',
    line: 'readers: 2, create: false',
    why: 'how many connections a command has to PostgreSQL',
  },
  {
    file: 'src/operations/session.ts',
    line: 'const forgottenAtOnce = ',
    why: 'how much of what is old one login removes, which is gone after a few of them in any case',
  },
  {
    file: 'src/http/accept.ts',
    line: "if (accept === null || accept === '*/*') return;",
    why: 'the usual value is passed without being parsed, which only saves time',
  },
  {
    file: 'src/store/sqlite/database.ts',
    line: 'const oldestVersion = [3, 25, 3];',
    why: 'the SQLite of the runtime is newer than both',
  },
  {
    file: 'src/store/mail.ts',
    line: 'due_at < $1 order by due_at, id limit 1',
    why: 'a mail is due a millisecond later, and the next look finds it',
  },
  {
    file: 'src/model/search/plan.ts',
    line: 'const alone = needed.length > 1 ?',
    why: 'of two words, all but one left out is one left out',
  },
  {
    file: 'src/service/serve.ts',
    line: 'createPasswords(Math.max(2,',
    why: 'how many passwords are hashed at once on a machine with one core to spare',
  },
  {
    file: 'src/limits/rateCounter.ts',
    line: 'const maxCounted = 2 ** 32 - 2;',
    why: 'one request in four billion',
  },
  {
    file: 'src/model/search/excerpt.ts',
    line: '?? Number.POSITIVE_INFINITY) < start + longest - before) next++;',
    why: 'a match that ends where an excerpt does is counted or not; it is shown in both cases',
  },
  {
    file: 'src/model/problem.ts',
    line: 'delay: 20 + Math.random() *',
    why: 'how long a refusal is held back',
  },
  {
    file: 'src/operations/lastUsed.ts',
    line: 'toSorted(([a], [b]) => Number(a + b))',
    why: 'in which order rows are locked; SQLite has one writer',
  },
  {
    file: 'src/operations/change.ts',
    line: 'const size = window;',
    why: 'how many places one statement looks through; the page is the same',
  },
  {
    file: 'src/operations/check.ts',
    line: '{}',
    from: 'if (found?.has(place)) continue;',
    why: 'where a text stands is looked up again, which only takes longer',
  },
  {
    file: 'src/store/search/matching.ts',
    line: '{}',
    from: 'if (artistIds.length === 0) return new Map();',
    why: 'of no artists no albums are counted, with a statement or without',
  },
  {
    file: 'src/operations/search/gather.ts',
    line: 'if (ids.size > max) break;',
    why: 'where enough was found there is one more query; the best of all are shown',
  },
  {
    file: 'src/model/search/sound.ts',
    line: "[/%/g, 'x'],",
    why: 'what stands for a sound stands for no other, whichever sign it is',
  },
  {
    file: 'src/store/sqlite/migrations/0001-first.sql',
    line: "kind text check (kind in ('verify'",
    why: 'what is written has a kind; the compiler demands it',
  },
  {
    file: 'src/store/account.ts',
    line: 'u where id >= $2',
    why: 'the account at which a part ends is looked at again, which changes nothing',
  },
  {
    file: 'src/store/artistList.ts',
    line: 'return ` and (${column}, a.id) ${sign}',
    from: 'byId ? ` and a.id ${sign} ${bind(after.id)}` : ` and (${column}, a.id) ${sign} (${bind(key(after))}, ${bind(after.id)})`',
    why: 'an id is compared twice; the page is the same',
  },
  {
    file: 'src/store/sqlite/writerThread.ts',
    line: '{}',
    from: 'event.preventDefault();',
    why: 'whether the runtime tells of a failed thread too',
  },
];
