import type { LinkPurpose } from '../../src/model/linkToken.ts';
import { kindRows, kinds } from '../../src/model/record.ts';
import { until } from '../faults/until.ts';
import { addFact, factBodies, factKindOf, idParamOf } from './facts.ts';
import type { Person, Rockola } from './harness.ts';
import { addImport, addJob } from './jobs.ts';
import { linkTo } from './links.ts';

const later = Date.now() + 3_600_000;

/** A successful request for each operation, on keys and logins of the owner. @param key of the owner, which the requests leave valid */
export function requestsTo(rockola: Rockola, owner: Person, key: string) {
  const { password } = owner;
  let count = 0;
  const newest = async (query: string) => BigInt(String((await rockola.sql(`select max(id) as id from ${query}`))[0]?.id));

  /** Records of the owner, and an account, which a request may delete. */
  const makers: Record<string, (records: Record<string, bigint>) => Promise<bigint>> = {
    artistId: () => rockola.add('/artists', { name: 'Almendra' }),
    version: async () => 1n,
    seq: async () => {
      const id = await rockola.add('/artists', { name: 'Almendra' });
      const numbered = `revision where kind = 'artist' and id = ${id} and seq is not null`;
      await until(async () => (await rockola.sql(`select 1 from ${numbered}`)).length > 0, 'the change has no number');
      return BigInt(String((await rockola.sql(`select seq from ${numbered}`))[0]?.seq));
    },
    albumId: async ({ artistId }) => {
      const album = { key: rockola.adminKey, body: { name: 'Uno', year: 1969 } };
      return (await rockola.call('POST', `/api/v1/artists/${artistId}/albums`, album)).json.id;
    },
    keyId: async () => {
      const order = { key, body: { name: 'radio', scopes: ['artists:write'] } };
      return (await rockola.call('POST', '/api/v1/user/keys', order)).json.id;
    },
    webhookId: async () => {
      await rockola.sql(
        `insert into webhook (user_id, url, target, types, payload, per, secret, state, seq, at, tries, due_at, leased_until, test, created_at)
         values (${owner.id}, 'https://example.org/', 'example.org:443', '', 'thin', 'change', 'whsec_eA==', 'active', 0, 0, 0, 0, 0, 0, 1)`,
      );
      return newest(`webhook where user_id = ${owner.id}`);
    },
    jobId: () => addJob(rockola, owner.id),
    importId: () => addImport(rockola, owner.id),
    sessionId: async () => {
      await rockola.sql(
        `insert into session (user_id, token_hash, created_at, expires_at, device) values (${owner.id}, 'sid ${++count}', 1, ${later}, '')`,
      );
      return newest(`session where user_id = ${owner.id}`);
    },
    userId: async () => {
      const email = `x${++count}@example.org`;
      await rockola.sql(
        `insert into "user" (name, email, normal_email, password_hash, role, created_at) values ('x', '${email}', '${email}', 'x', 'reader', 1)`,
      );
      return newest('"user"');
    },
  };

  /** A path with a fresh record for each of its parameters. */
  async function targetOf(operation: string, path: string): Promise<string> {
    const records: Record<string, bigint> = operation === 'undoImport' ? { importId: await addImport(rockola, owner.id, 'undo') } : {};
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) if (makers[name]) records[name] ??= await makers[name](records);
    const kind = factKindOf(path);
    const factId = kind && (await addFact((method, path, body) => rockola.send(method, path, body), kind, records));
    if (factId) records[idParamOf(kind) ?? ''] = factId;
    return path.replace(/\{(\w+)\}/g, (_, name: string) => String(records[name]));
  }

  /** The token of a link of a fresh account; anyone who has it may use it, with any credentials. */
  const linkToSomebody = async (purpose: LinkPurpose) => linkTo(rockola, (await makers.userId?.({})) as bigint, purpose);

  const bodies: Record<string, () => object | Promise<object>> = {
    createImport: () => Buffer.from('artista\n'),
    createArtist: () => ({ name: 'Virus' }),
    updateArtist: () => ({ name: 'Virus', description: '', image: '', band: '' }),
    patchArtist: () => ({ band: 'Virus' }),
    revertAccount: () => ({ since: '2026-01-01T00:00:00Z' }),
    revertArtist: () => ({ version: 1 }),
    createAlbum: () => ({ name: 'Dos', year: 1973 }),
    updateAlbum: () => ({ name: 'Dos', year: 1973, image: '' }),
    patchAlbum: () => ({ year: 1974 }),
    revertAlbum: () => ({ version: 1 }),
    ...factBodies,
    ...Object.fromEntries(kinds.map((kind) => [`redact${kindRows[kind].name}`, () => ({ hide: ['comment'], reason: 'x' })])),
    hideChange: () => ({ hidden: 'comment' }),
    signUp: () => ({ name: 'Nueva', email: `new${++count}@example.org`, password }),
    logIn: () => ({ email: owner.email, password }),
    patchOwnAccount: () => ({ name: 'Matrix' }),
    deleteOwnAccount: () => ({ password }),
    changePassword: () => ({ current_password: password, password }),
    createKey: () => ({ name: 'radio', scopes: ['artists:write'] }),
    patchKey: () => ({ name: 'other' }),
    createWebhook: async () => {
      // An account has ten webhooks at most.
      await rockola.sql('delete from webhook');
      return { url: 'https://example.org/' };
    },
    patchWebhook: () => ({ per: 'changeset' }),
    resumeWebhook: () => ({}),
    patchAccount: () => ({ role: 'member' }),
    verifyAddress: async () => ({ token: await linkToSomebody('verify') }),
    requestPasswordReset: () => ({ email: owner.email }),
    resetPassword: async () => ({ token: await linkToSomebody('reset'), password }),
  };

  /** The queries of operations that need one. */
  const queries: Record<string, string> = {
    suggestArtists: '?q=pa',
    findDuplicates: '?name=Virus',
    search: '?q=paez',
  };

  return {
    /** The path of a route, with fresh records in it, and its query if it needs one. */
    targetOf: async (operation: string, path: string) => (await targetOf(operation, path)) + (queries[operation] ?? ''),
    bodyOf: async (operation: string) => bodies[operation]?.(),
    headersOf: (operation: string) => (operation === 'createImport' ? { 'Content-Type': 'text/csv' } : undefined),
  };
}
