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
];
