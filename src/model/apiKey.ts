import { crc32 } from 'node:zlib';
import { base62, randomDigits } from './base62.ts';

const randomLength = 30;
const checksumLength = 6;

/** What a secret scanner looks for. */
export const apiKeyPattern = /rka_[0-9A-Za-z]{36}/;
const wholeKey = new RegExp(`^${apiKeyPattern.source}$`);

/** A new key: `rka_`, 30 random base62 digits (178 bits) and 6 of the CRC32 of those before them. */
export function makeApiKey(): string {
  const body = `rka_${randomDigits(randomLength)}`;
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a key; one that has not need not be looked up. */
export function isApiKey(text: string): boolean {
  return text.length === 40 && wholeKey.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** SHA-256 in hexadecimal, the only form of a key that is kept. */
export function hashApiKey(key: string): string {
  return Bun.SHA256.hash(key, 'hex');
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
