/** A text of a file in `src/`, and what replaces it. */
export type Alteration = { file: string; text: string; instead: string };

/** What a look that only some addresses cause would take: 0.3 ms. */
const look = 'for (const end = performance.now() + 0.3; performance.now() < end; );';
const request = 'await store.write(writes.requestReset,';
const verify = 'const matches = await hashing.verify(';

/** What tests and their controls change of the program. */
export const alterations = {
  /** An executable that calls itself what the source is called. */
  unpacked: [{ file: 'version.ts', text: "import.meta.url.includes('/$bunfs/')", instead: 'false' }],
  /** No page is far, so that each is read on the main thread. */
  nothingAside: [{ file: 'model/page.ts', text: 'const near = 500n;', instead: 'const near = 10n ** 18n;' }],
  /** A hash takes about as long as the rest of a login, so that its own ups and downs do not hide what else differs. */
  quickHashes: [{ file: 'auth/password.ts', text: 'memoryCost: 19 * 1024', instead: 'memoryCost: 1024' }],
  /** Times tell who has an account: a login looks longer for who has none, a request for a new password for who has one. */
  tellingTimes: [
    { file: 'auth/login.ts', text: verify, instead: `if (!account) ${look} ${verify}` },
    { file: 'auth/passwordReset.ts', text: request, instead: `if (!email.startsWith('nobody')) ${look} ${request}` },
  ],
} satisfies Record<string, Alteration[]>;
