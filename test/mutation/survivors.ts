/** Mistakes that no test has to see, and why. `line` is part of the line as it reads with the mistake. */
export const survivors: { file: string; line: string; why: string }[] = [
  {
    file: 'src/store/tries.ts',
    line: '  deleteEndedTries(tx, endedAtOnce);',
    why: 'without the await nothing changes on SQLite, where a statement is done when it was called',
  },
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
    file: 'src/store/account.ts',
    line: '  tx.run(`update "user" set password_hash',
    why: 'without the await nothing changes on SQLite, where a statement is done when it was called',
  },
  {
    file: 'src/http/longAnswer.ts',
    line: 'while (text.length <= stretch)',
    why: 'how long the stretches are in which a page is sent; the page is the same',
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
    line: 'due_at < $1 limit 1',
    why: 'a mail is due a millisecond later, and the next look finds it',
  },
  {
    file: 'src/store/account.ts',
    line: "  tx.hold(id, 'alone');",
    why: "the lock is PostgreSQL's; SQLite has one writer",
  },
  {
    file: 'src/model/search/plan.ts',
    line: 'const alone = needed.length > 1 ?',
    why: 'of two words, all but one left out is one left out',
  },
  {
    file: 'src/serve.ts',
    line: 'createPasswords(Math.max(2,',
    why: 'how many passwords are hashed at once on a machine with one core to spare',
  },
];
