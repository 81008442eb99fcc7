export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform random digits, 5.95 bits each: bytes past the last whole multiple of 62 are thrown away. */
export function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < 248 && digits.length < count) digits += base62[byte % 62];
    }
  }
  return digits;
}
