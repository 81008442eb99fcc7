/** A text of a file in `src/`, and its replacement. */
export type Alteration = { file: string; text: string; instead: string };

/** A busy wait of 0.3 ms, for some addresses only. */
const busyWait = 'for (const end = performance.now() + 0.3; performance.now() < end; );';
const request = 'await store.write(writes.requestReset,';
const verify = 'const matches = await hashing.verify(';

/** Alterations of the program for tests and their controls. */
export const alterations = {
  /** An executable whose messages name commands as those of the source do. */
  unpacked: [{ file: 'version.ts', text: "import.meta.url.includes('/$bunfs/')", instead: 'false' }],
  /** No page counts as far, so each is read on the main thread. */
  noFarPages: [{ file: 'model/page.ts', text: 'const near = 500n;', instead: 'const near = 10n ** 18n;' }],
  /** A hash takes about as long as the rest of a login, so that its own variation does not hide other differences. */
  quickHashes: [{ file: 'auth/password.ts', text: 'memoryCost: 19 * 1024', instead: 'memoryCost: 1024' }],
  /** Mail is sent soon, so that its tests do not mostly wait. */
  quickMail: [{ file: 'mail/sender.ts', text: 'intervalMs = 1_000', instead: 'intervalMs = 100' }],
  /** The duration reveals who has an account: a login takes longer without one, a request for a new password with one. */
  tellingTimes: [
    { file: 'auth/login.ts', text: verify, instead: `if (!account) ${busyWait} ${verify}` },
    { file: 'auth/passwordReset.ts', text: request, instead: `if (!email.startsWith('nobody')) ${busyWait} ${request}` },
  ],
  /** Hanging threads are found and given up sooner. The time to answer stays at 5 s, since the machine may be busy. */
  shortWaits: [
    { file: 'service/httpPool.ts', text: 'lookTime = 5_000', instead: 'lookTime = 500' },
    { file: 'service/httpPool.ts', text: 'endTime = 10_000', instead: 'endTime = 1_000' },
    { file: 'service/serve.ts', text: 'stopTime = 30_000', instead: 'stopTime = 3_000' },
    { file: 'store/sqlite/writerThread.ts', text: 'maxSilence = 30_000', instead: 'maxSilence = 5_000' },
  ],
  /** The database may be silent for long before it counts as out of reach: the test itself forwards its answers, and may be busy. */
  patientWatch: [{ file: 'store/postgres/watch.ts', text: 'const patience = 750', instead: 'const patience = 60_000' }],
  /** An open snapshot ends before a client that pauses has read everything. */
  shortSnapshots: [{ file: 'store/snapshots.ts', text: 'snapshotTime = 120_000', instead: 'snapshotTime = 3_000' }],
  /** Every slow read is refused. */
  noSlowReads: [{ file: 'store/slowReads.ts', text: 'places: 256', instead: 'places: 0' }],
  /** A thread that answers requests has little time to start: less than it may need on a busy machine. */
  shortStart: [{ file: 'service/httpPool.ts', text: 'startTime = 30_000', instead: 'startTime = 1_000' }],
} satisfies Record<string, Alteration[]>;
