import { crc32 } from 'node:zlib';

/** Secret scanners find both by their prefixes. */
const prefixes = { apiKey: 'rka_', bearerToken: 'rkt_' } as const;
const randomLength = 30;
const checksumLength = 6;

export const makeApiKey = () => make(prefixes.apiKey);
export const makeBearerToken = () => make(prefixes.bearerToken);

export const secretPattern = /rk[at]_[0-9A-Za-z]{36}/;
const wholeSecret = new RegExp(`^${secretPattern.source}$`);

/** Checks form and checksum, which avoids a lookup. */
export const isApiKey = (text: string) => isSecret(prefixes.apiKey, text);
export const isBearerToken = (text: string) => isSecret(prefixes.bearerToken, text);

/** SHA-256 in hexadecimal, the only stored form of an API key or a token. */
export function hashSecret(secret: string): string {
  return Bun.SHA256.hash(secret, 'hex');
}

/** A prefix, 30 random base62 digits (178 bits), and the CRC32 of both in 6 base62 digits. */
function make(prefix: string): string {
  const body = prefix + randomDigits(randomLength);
  return body + checksum(body);
}

function isSecret(prefix: string, text: string): boolean {
  const hasForm = text.length === 40 && text.startsWith(prefix) && wholeSecret.test(text);
  return hasForm && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform random digits of 5.95 bits: bytes from 248 (4 × 62) on are discarded. */
export function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < 248 && digits.length < count) digits += base62[byte % 62];
    }
  }
  return digits;
}
