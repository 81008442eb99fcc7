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
