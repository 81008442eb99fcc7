import { accessSync, constants, lstatSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { attempt } from '../model/attempt.ts';
import { StartRefused } from '../model/startRefused.ts';

const full = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const readOnly = /^EROFS$/;
/** SQLite reports "unable to open" for every refusal of the system. */
const forbidden = /^(EACCES|EPERM|SQLITE_(CANTOPEN|READONLY|PERM|AUTH).*)$/;

const badPath = /^(ELOOP|ENOTDIR|ENAMETOOLONG|(ERR_FS_)?EISDIR)$/;

export function isDiskFull(error: unknown): boolean {
  return full.test(codeOf(error));
}

/** A sentence about the fault of a file and its remedy; undefined for a fault of the program. @param path the file that was used */
export function fileRefusal(path: string, error: unknown): StartRefused | undefined {
  const code = codeOf(error);
  if (full.test(code)) return noRoom(path);
  if (readOnly.test(code))
    return new StartRefused(`${path} cannot be written: its disk is mounted for reading only. Mount it for writing.`);
  if (badPath.test(code))
    return new StartRefused(`${path} cannot be used (${(error as Error).message}). Correct its name, or what is there.`);
  if (forbidden.test(code) && filesLeft(path) === 0) return noFileLeft(path);
  if (forbidden.test(code)) return new StartRefused(`${path} cannot be used by ${whoWeAre()}: ${causeAndRemedy(path, code)}`);
  return undefined;
}

/**
 * @param absent the message if no file has that name
 * @throws StartRefused where the path does not exist, is no regular file, or may not be read
 */
export function requireFile(path: string, absent: string): void {
  try {
    if (!statSync(path).isFile())
      throw new StartRefused(`${path} is a folder, or no regular file, so it cannot be restored or moved. Correct its name.`);
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !isLink(path)) throw new StartRefused(absent);
    throw (
      (codeOf(error) === 'ENOENT'
        ? new StartRefused(`${path} is a link to something that is not there. Correct it.`)
        : fileRefusal(path, error)) ?? error
    );
  }
}

/** @returns '' if there is none */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function causeAndRemedy(path: string, code: string): string {
  const file = statOf(path);
  if (!file && isLink(path)) return 'it is a link to something that is not there. Remove it, or make what it leads to.';
  if (file && code === 'SQLITE_CANTOPEN' && !file.isFile()) return 'it is a folder, or no regular file. Move it away, or correct its name.';
  const found = file ?? statOf(dirname(path));
  if (!found) return `its folder ${dirname(path)} is not there, or may not be looked into. Make it, or allow that.`;
  const what = file ? 'it' : `its folder ${dirname(path)}`;
  if (process.getuid?.() === 0)
    return 'root has every right, so a mount, an attribute (lsattr) or the sandbox of a service forbids it. Look there, or name another place.';
  if (found.uid === 0 && !file)
    return `${what} belongs to root. Name a folder of your own, or have root make one: install -d -o ${process.getuid?.()} FOLDER`;
  if (found.uid !== process.getuid?.())
    return `${what} belongs to the user with the number ${found.uid}. Run this as that user, such as by "sudo -u '#${found.uid}'", or have it given to you: chown.`;
  return `${what} has the mode ${(found.mode & 0o777).toString(8)}. Allow reading and writing: chmod ${found.isDirectory() ? 'u+rwx' : 'u+rw'}.`;
}

/** Checks that the disk of a folder has room for the files of a start, and creates none. @throws StartRefused */
export function requireRoom(folder: string, missing: string[]): void {
  const [first] = missing;
  if (first === undefined) return;
  if (filesLeft(join(folder, 'x')) < missing.length) throw noFileLeft(first);
  if (statfsSync(folder).bavail === 0) throw noRoom(first);
}

/** SQLite reports the same error for a disk without inodes and for a file without permission. */
function filesLeft(path: string): number {
  try {
    const { files, ffree } = statfsSync(dirname(path));
    // Some file systems have no limit on inodes.
    return files > 0 ? ffree : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const noFileLeft = (path: string) =>
  new StartRefused(`${path} cannot be used: its disk takes no further file (no inode is left). Remove files from it.`);
const noRoom = (path: string) => new StartRefused(`${path} cannot be written: the disk is full. Make room on it.`);

const isLink = (path: string) => attempt(() => lstatSync(path).isSymbolicLink(), false);
const statOf = (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false }), undefined);

function whoWeAre(): string {
  const number = `the user with the number ${process.getuid?.()}`;
  try {
    const { username } = userInfo();
    return username === 'unknown' ? number : `the user ${username}`;
  } catch {
    return number;
  }
}
