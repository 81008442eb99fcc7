import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { StartRefused } from '../model/startRefused.ts';
import { publish } from '../store/durable.ts';
import { fileTrouble } from '../store/fileTrouble.ts';

/**
 * The secret next to the store, made when there is none: 32 random bytes in hexadecimal, readable by its owner only.
 *
 * @throws StartRefused where the file holds something shorter or others can read it
 */
export function storedSecret(storePath: string): string {
  const path = `${storePath}.secret`;
  const secret = readSecret(path);
  if (Buffer.byteLength(secret) >= 32) return secret;
  throw new StartRefused(
    `${path} must hold at least 32 bytes. Delete it to have a new secret made (all logins end), or restore it from your backup.`,
  );
}

function readSecret(path: string): string {
  try {
    if (!existsSync(path)) makeSecret(path);
    // To read from a pipe would wait for ever.
    if (!statSync(path).isFile())
      throw new StartRefused(
        `${path} is no file. Move it away to have a new secret made (all logins end), or restore it from your backup.`,
      );
    chmodSync(path, 0o600);
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw fileTrouble(path, error) ?? error;
  }
}

/** Whole and on the disk before its first use: a part of it would stop the next start, another one end all logins. */
function makeSecret(path: string): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  publish(unfinished, path);
}
