import { alter } from './altered.ts';

/** What a look that only some addresses cause would take: 0.3 ms. */
const look = 'for (const end = performance.now() + 0.3; performance.now() < end; );';
const request = 'await store.write(writes.requestReset,';
const verify = 'const matches = await hashing.verify(';

// Rockola where times tell who has an account: a login looks longer for who has none, a request for a new password for who has one.
alter([
  { file: 'api/login.ts', text: verify, instead: `if (!account) ${look} ${verify}` },
  { file: 'api/passwordReset.ts', text: request, instead: `if (!email.startsWith('nobody')) ${look} ${request}` },
]);
await import('./quickHashes.ts');
