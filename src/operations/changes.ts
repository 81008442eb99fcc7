import { changeAccount, removeAccount, signUp } from './accounts.ts';
import { createAlbum, deleteAlbum, patchAlbum, replaceAlbum } from './albums.ts';
import { createArtist, deleteArtist, patchArtist, replaceArtist } from './artists.ts';
import { firstStart } from './firstStart.ts';
import { tidyUp } from './housekeeping.ts';
import { createKey, createOwnKey, patchOwnKey, revokeKey, revokeOwnKey } from './keys.ts';
import { noteUses } from './lastUsed.ts';
import { removeMail, takeMail } from './mail.ts';
import { deleteOwnAccount, patchOwnAccount } from './ownAccount.ts';
import { createResetLink, requestReset, resetPassword } from './passwordReset.ts';
import { changePassword } from './passwords.ts';
import { endAllSessions, endSession, startSession } from './sessions.ts';
import { forgetOldTries, noteSuccess, passGates } from './tries.ts';
import { confirmAddress, requestVerification, verifyAddress } from './verification.ts';

/** Every changing operation by its name, which is how a change finds its operation on the other side of a thread or socket. */
export const changes = {
  createArtist,
  replaceArtist,
  patchArtist,
  deleteArtist,
  createAlbum,
  replaceAlbum,
  patchAlbum,
  deleteAlbum,
  signUp,
  changeAccount,
  removeAccount,
  patchOwnAccount,
  deleteOwnAccount,
  changePassword,
  startSession,
  endSession,
  endAllSessions,
  createOwnKey,
  patchOwnKey,
  revokeOwnKey,
  createKey,
  revokeKey,
  noteUses,
  tidyUp,
  firstStart,
  passGates,
  noteSuccess,
  forgetOldTries,
  requestVerification,
  verifyAddress,
  confirmAddress,
  requestReset,
  resetPassword,
  createResetLink,
  takeMail,
  removeMail,
};
