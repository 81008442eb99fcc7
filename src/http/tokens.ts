import { jwtVerify, SignJWT } from 'jose';

const alg = 'HS256';
const typ = 'at+jwt';
const issuer = 'rockola';
/** Clocks of nodes may differ by this much, in seconds. */
const skew = 30;

export type TokenClaims = { sessionId: bigint; userId: bigint };

export type Tokens = {
  /** @param expiresAt ms since 1970 */
  sign(claims: TokenClaims, expiresAt: number): Promise<string>;
  /** What a token of ours that is in force says; undefined for anything else. */
  verify(token: string): Promise<TokenClaims | undefined>;
};

/**
 * Bearer tokens: JWTs (RFC 7519, RFC 9068) of one pinned algorithm. The first secret signs; the others still verify what
 * they signed, so a secret is replaced by putting the new one in front and removing the old one when its tokens are over.
 *
 * @param secrets at least 32 bytes each
 */
export function createTokens(secrets: string[]): Tokens {
  const keys = secrets.map((secret) => ({ kid: digest(`kid ${secret}`).toString('hex').slice(0, 8), key: digest(`jwt ${secret}`) }));
  const [current] = keys;
  if (!current) throw new Error('no secret');

  return {
    sign: ({ sessionId, userId }, expiresAt) =>
      new SignJWT({ sid: String(sessionId) })
        .setProtectedHeader({ alg, typ, kid: current.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(String(userId))
        .setIssuedAt()
        .setNotBefore('0s')
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(current.key),

    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => keys.find((key) => key.kid === kid)?.key ?? Promise.reject(new Error('unknown kid')),
          {
            algorithms: [alg],
            typ,
            issuer,
            audience: issuer,
            clockTolerance: skew,
            requiredClaims: ['exp', 'nbf', 'iat', 'sub', 'sid'],
          },
        );
        const { exp, nbf, iat, sub, sid } = payload;
        const latest = Math.floor(Date.now() / 1000) + skew;
        const sane = [exp, nbf, iat].every((time) => Number.isSafeInteger(time) && (time as number) >= 0) && (iat as number) <= latest;
        if (!sane || !/^[1-9]\d{0,17}$/.test(String(sub)) || !/^[1-9]\d{0,17}$/.test(String(sid))) return undefined;
        return { sessionId: BigInt(String(sid)), userId: BigInt(String(sub)) };
      } catch {
        return undefined;
      }
    },
  };
}

function digest(text: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(text).digest() as Buffer;
}
