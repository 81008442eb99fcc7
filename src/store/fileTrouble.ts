import { lstatSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { StartRefused } from '../model/startRefused.ts';

const full = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const readOnly = /^EROFS$/;
/** SQLite says "unable to open" of whatever the system refused. */
const forbidden = /^(EACCES|EPERM|SQLITE_(CANTOPEN|READONLY|PERM|AUTH).*)$/;

const noFile = /^(ELOOP|ENOTDIR|ENAMETOOLONG|(ERR_FS_)?EISDIR)$/;

/** Whether the disk has no room. */
export function isDiskFull(error: unknown): boolean {
  return full.test(codeOf(error));
}

/**
 * What is wrong with a file as a sentence with what to do, where it is no fault of the program: no room, or no right to use it.
 *
 * @param path the file that was used
 */
export function fileTrouble(path: string, error: unknown): StartRefused | undefined {
  const code = codeOf(error);
  if (full.test(code)) return new StartRefused(`${path} cannot be written: the disk is full. Make room on it.`);
  if (readOnly.test(code))
    return new StartRefused(`${path} cannot be written: its disk is mounted for reading only. Mount it for writing.`);
  if (noFile.test(code))
    return new StartRefused(`${path} cannot be used (${(error as Error).message}). Correct its name, or what is there.`);
  if (forbidden.test(code) && noInodeLeft(path))
    return new StartRefused(`${path} cannot be used: its disk takes no further file (no inode is left). Remove files from it.`);
  if (forbidden.test(code)) return new StartRefused(`${path} cannot be used by ${whoWeAre()}: ${whatIsThere(path, code)}`);
  return undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function whatIsThere(path: string, code: string): string {
  const file = look(path);
  if (!file && isLink(path)) return 'it is a link to something that is not there. Remove it, or make what it leads to.';
  if (file && code === 'SQLITE_CANTOPEN' && !file.isFile()) return 'it is a folder, or no file. Move it away, or correct its name.';
  const found = file ?? look(dirname(path));
  if (!found) return `its folder ${dirname(path)} is not there, or may not be looked into. Make it, or allow that.`;
  const what = file ? 'it' : `its folder ${dirname(path)}`;
  if (found.uid !== process.getuid?.())
    return `${what} belongs to the user with the number ${found.uid}. Run this as that user, such as by "sudo -u", or give it away: chown.`;
  return `${what} has the mode ${(found.mode & 0o777).toString(8)}. Allow reading and writing: chmod ${found.isDirectory() ? 'u+rwx' : 'u+rw'}.`;
}

/** SQLite then says that it may not open a file, too. */
function noInodeLeft(path: string): boolean {
  try {
    const { files, ffree } = statfsSync(dirname(path));
    return files > 0 && ffree === 0;
  } catch {
    return false;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function whoWeAre(): string {
  const number = `the user with the number ${process.getuid?.()}`;
  try {
    const { username } = userInfo();
    return username === 'unknown' ? number : `the user ${username}`;
  } catch {
    return number;
  }
}
