import { jwtVerify, SignJWT } from 'jose';
import { hashSid } from '../model/session.ts';

const alg = 'HS256';
const typ = 'at+jwt';
const issuer = 'rockola';
/** Clocks of nodes may differ by this much, in seconds. */
const skew = 30;

/** What a token says: the login, by the hash of its name, and whose it is. */
export type TokenClaims = { sidHash: string; accountId: bigint };

export type Tokens = {
  /** @param login.sid its name, made by `makeSid`. @param expiresAt ms since 1970 */
  sign(login: { sid: string; accountId: bigint }, expiresAt: number): Promise<string>;
  /** What a token of ours that is in force says; undefined for anything else. */
  verify(token: string): Promise<TokenClaims | undefined>;
};

/**
 * Bearer tokens: JWTs (RFC 7519, RFC 9068) of one pinned algorithm. The first secret signs; the others still verify what
 * they signed, so a secret is replaced by putting the new one in front and removing the old one when its tokens are over.
 *
 * A token that was found good is remembered, since judging its signature costs more than the rest of a check; whether its
 * login still holds is asked of the store each time.
 *
 * @param secrets at least 32 bytes each
 */
export function createTokens(secrets: string[]): Tokens {
  const keys = secrets.map((secret) => ({ kid: digest(`kid ${secret}`).toString('hex').slice(0, 8), key: digest(`jwt ${secret}`) }));
  const [current] = keys;
  if (!current) throw new Error('no secret');
  const verified = new Map<string, Verified>();

  return {
    sign: ({ sid, accountId }, expiresAt) =>
      new SignJWT({ sid })
        .setProtectedHeader({ alg, typ, kid: current.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(String(accountId))
        .setIssuedAt()
        .setNotBefore('0s')
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(current.key),

    async verify(token) {
      const known = verified.get(token);
      if (known && isInForce(known)) return known.claims;
      const found = await judge(token, keys);
      if (found) remember(verified, token, found);
      return found?.claims;
    },
  };
}

type Key = { kid: string; key: Buffer };

/** A token whose signature was found good: what it says, and from when until when, in s since 1970. */
type Verified = { claims: TokenClaims; from: number; until: number };

/** Only tokens of ours get in, so strangers cannot fill it; the oldest goes first. */
const mostVerified = 10_000;

function remember(verified: Map<string, Verified>, token: string, found: Verified): void {
  const [oldest] = verified.keys();
  if (verified.size >= mostVerified && oldest !== undefined) verified.delete(oldest);
  verified.set(token, found);
}

function isInForce({ from, until }: Verified): boolean {
  const now = Date.now() / 1000;
  return now >= from - skew && now < until;
}

async function judge(token: string, keys: Key[]): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => keys.find((key) => key.kid === kid)?.key ?? Promise.reject(new Error('unknown kid')),
      { algorithms: [alg], typ, issuer, audience: issuer, clockTolerance: skew, requiredClaims: ['exp', 'nbf', 'iat', 'sub', 'sid'] },
    );
    const { exp, nbf, iat, sub, sid } = payload;
    const latest = Math.floor(Date.now() / 1000) + skew;
    const sane = [exp, nbf, iat].every((time) => Number.isSafeInteger(time) && (time as number) >= 0) && (iat as number) <= latest;
    if (!sane || !/^[1-9]\d{0,17}$/.test(String(sub)) || typeof sid !== 'string') return undefined;
    const claims = { sidHash: hashSid(sid), accountId: BigInt(String(sub)) };
    return { claims, from: nbf as number, until: exp as number };
  } catch {
    return undefined;
  }
}

function digest(text: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(text).digest() as Buffer;
}
