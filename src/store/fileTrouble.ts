import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { StartRefused } from '../model/startRefused.ts';

const full = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const readOnly = /^EROFS$/;
/** SQLite says "unable to open" of whatever the system refused. */
const forbidden = /^(EACCES|EPERM|SQLITE_(CANTOPEN|READONLY|PERM|AUTH).*)$/;

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
  if (forbidden.test(code)) return new StartRefused(`${path} cannot be used by ${whoWeAre()}: ${whatIsThere(path)}`);
  return undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function whatIsThere(path: string): string {
  const file = look(path);
  const found = file ?? look(dirname(path));
  if (!found) return `its folder ${dirname(path)} is not there, or may not be looked into. Make it, or allow that.`;
  const what = file ? 'it' : `its folder ${dirname(path)}`;
  if (found.uid !== process.getuid?.())
    return `${what} belongs to the user with the number ${found.uid}. Run this as that user, such as by "sudo -u", or give it away: chown.`;
  return `${what} has the mode ${(found.mode & 0o777).toString(8)}. Allow reading and writing: chmod ${found.isDirectory() ? 'u+rwx' : 'u+rw'}.`;
}

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function whoWeAre(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return `the user with the number ${process.getuid?.()}`;
  }
}
