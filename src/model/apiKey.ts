import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;

/** What a secret scanner looks for. */
export const apiKeyPattern = /rka_[0-9A-Za-z]{36}/;

/** A new key: `rka_`, 30 random base62 digits (178 bits) and 6 of the CRC32 of those before them. */
export function makeApiKey(): string {
  const body = `rka_${randomDigits(randomLength)}`;
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a key; one that has not need not be looked up. */
export function isApiKey(text: string): boolean {
  return (
    text.length === 40 &&
    new RegExp(`^${apiKeyPattern.source}$`).test(text) &&
    checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  );
}

/** SHA-256 in hexadecimal, the only form of a key that is kept. */
export function hashApiKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex');
}

/** Uniform digits: bytes past the last whole multiple of 62 are thrown away. */
function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < 248 && digits.length < count) digits += alphabet[byte % 62];
    }
  }
  return digits;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
