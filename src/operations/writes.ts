import { changeAccount, removeAccount, signUp } from './accounts.ts';
import { createAlbum, deleteAlbum, patchAlbum, replaceAlbum } from './albums.ts';
import { createArtist, deleteArtist, patchArtist, replaceArtist } from './artists.ts';
import { firstStart } from './firstStart.ts';
import { guardedWrites, ofAnyone, ofService, withRight } from './guard.ts';
import { tidyUp } from './housekeeping.ts';
import { createKey, createOwnKey, patchOwnKey, revokeKey, revokeOwnKey } from './keys.ts';
import { noteUses } from './lastUsed.ts';
import { removeMail, takeMail } from './mail.ts';
import { deleteOwnAccount, patchOwnAccount } from './ownAccount.ts';
import { createResetLink, requestReset, resetPassword } from './passwordReset.ts';
import { changePassword } from './passwords.ts';
import { endAllSessions, endSession, logOut, startSession } from './sessions.ts';
import { forgetOldTries, noteSuccess, passGates } from './tries.ts';
import { confirmAddress, requestVerification, verifyAddress } from './verification.ts';

/** Every operation that writes, by its name, under what it takes to be let to it. */
export const writes = guardedWrites({
  ...withRight('write artists', { createArtist, replaceArtist, patchArtist }),
  ...withRight('delete artists', { deleteArtist }),
  ...withRight('write albums', { createAlbum, replaceAlbum, patchAlbum }),
  ...withRight('delete albums', { deleteAlbum }),
  ...withRight('tend own account', { patchOwnAccount, deleteOwnAccount, changePassword, requestVerification }),
  ...withRight('tend own account', { endSession, endAllSessions }),
  ...withRight('tend own account', { createOwnKey, patchOwnKey, revokeOwnKey }),
  ...withRight('administer', { changeAccount, removeAccount }),
  ...ofAnyone({ signUp, verifyAddress, requestReset, resetPassword }),
  ...ofAnyone({ startSession, passGates, noteSuccess, forgetOldTries }),
  ...ofService({ createKey, revokeKey, logOut, confirmAddress, createResetLink }),
  ...ofService({ firstStart, noteUses, tidyUp, takeMail, removeMail }),
});
