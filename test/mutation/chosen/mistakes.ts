import type { ChosenMistake } from '../mistake.ts';

/** Mistakes that a strict reader made and that no test saw then. */
export const mistakes: ChosenMistake[] = [
  {
    file: 'src/auth/ownPassword.ts',
    from: "  const attempt = await limits.admitTry(client, 'login', email);\n",
    to: '  const attempt = { succeeded: async () => void [limits, client, email] };\n',
    why: 'a password asked for by a stolen token is not paced',
  },
  {
    file: 'src/operations/passwordReset.ts',
    from: "  await endAccess(tx, id);\n  await logEvent(tx, { ...actor, accountId: id }, id, 'password-reset');",
    to: "  void endAccess;\n  await logEvent(tx, { ...actor, accountId: id }, id, 'password-reset');",
    why: 'logins, other links and an address that an intruder asked for survive a reset',
  },
  {
    file: 'src/operations/record.ts',
    from: 'changedAt: Math.max(now, changedAt) };',
    to: 'changedAt: Math.min(now, changedAt) };',
    why: 'Last-Modified is frozen',
  },
  { file: 'src/model/linkToken.ts', from: 'reset: 30 * 60_000', to: 'reset: 24 * 3_600_000', why: 'a reset link works for a day' },
  { file: 'src/model/session.ts', from: ".replace(/\\p{C}/gu, '')", to: '', why: 'a control character in the name of a device' },
  {
    file: 'src/store/account.ts',
    from: 'if (rows.length < stride) return { found, total };',
    to: 'return { found, total };',
    why: 'the search for accounts stops at 1,000',
  },
  {
    file: 'src/store/sqlite/writerThread.ts',
    from: "      if (waiters.size >= maxWaiting) return Promise.reject(unavailable('Too many changes are waiting; nothing was changed.'));\n",
    to: '      void maxWaiting;\n',
    why: 'the queue of the writer has no end',
  },
  {
    file: 'src/store/sqlite/writer.ts',
    from: '      if (error.reopen) {',
    to: '      if (error.reopen && !connection) {',
    why: 'a connection is used on after an I/O error',
  },
  {
    file: 'src/store/sqlite/writerThread.ts',
    from: '        beforeAnswers();\n',
    to: '        void beforeAnswers;\n',
    why: 'a stale read after an answer',
  },
  {
    file: 'src/serve.ts',
    from: "  process.on('unhandledRejection', (err) => log.events.error({ err }, 'unhandled rejection'));\n",
    to: '',
    why: 'a stray rejection ends the process',
  },
  {
    file: 'src/listener.ts',
    from: '      server.timeout(request, clientTime);',
    to: '      void clientTime;',
    why: 'idle connections are held for 40 s',
  },
  {
    file: 'src/http/respond.ts',
    from: "    ...(c.get('draining') && { Connection: 'close' }),\n",
    to: '',
    why: 'no Connection: close while draining',
  },
  {
    file: 'src/auth/places.ts',
    from: 'if (running >= atOnce)',
    to: 'if (running >= 1_000 * atOnce)',
    why: 'any number of hashes at once',
  },
  {
    file: 'src/auth/places.ts',
    from: 'if (free <= 0 || held.byNetwork.of(network) >= free) return false;',
    to: 'void network;',
    why: 'any number of hashes may wait',
  },
  {
    file: 'src/auth/password.ts',
    from: 'if (!places.hasRoom({ network })) await refuse();',
    to: 'void network;',
    why: 'a flood is let in to wait for hashing',
  },
  {
    file: 'src/api/openapi/responses.ts',
    from: "  'too-many-requests': 'Retry-After',\n",
    to: '',
    why: 'Retry-After is missing from the document',
  },
  {
    file: 'src/api/openapi/responses.ts',
    from: "const anyWrite: ProblemCode[] = ['storage-full'];",
    to: 'const anyWrite: ProblemCode[] = [];',
    why: '507 is missing from the document',
  },
  {
    file: 'src/api/record.ts',
    from: "const writeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;",
    to: "const writeConditions = ['If-Match', 'If-None-Match'] as const;",
    why: 'a conditional header is missing from the document',
  },
];
