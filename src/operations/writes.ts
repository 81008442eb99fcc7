import { ensureDigestKey } from '../store/digestKey.ts';
import { tidyUp } from '../store/housekeeping.ts';
import { endJob, releaseJob } from '../store/job.ts';
import { removeMail } from '../store/mail.ts';
import { deleteOldTries } from '../store/tries.ts';
import { patchAccount, removeAccount, signUp } from './account.ts';
import { addMissing } from './addition.ts';
import { linkMissing } from './additionLinks.ts';
import { fillOrders } from './artist.ts';
import { askDump, scheduleDump } from './dump.ts';
import { firstStart } from './firstStart.ts';
import { adding, ofAnyone, ofService, withCredentials, withRight } from './guard.ts';
import { hideChange } from './hiding.ts';
import { refuse } from './idempotencyKey.ts';
import { importPart } from './import/apply.ts';
import { applyImportPart, continueImport, createImport, replanImport, undoImportPart } from './import/job.ts';
import { cancelJob, noteJob, queueJob, receivePiece, takeJob, writePiece } from './job.ts';
import { createKeyFor, createOwnKey, patchOwnKey, revokeKey, revokeOwnKey, revokeOwnKeys } from './key.ts';
import { createAdminLink, createFirstAdmin } from './linkToken.ts';
import { takeMail } from './mail.ts';
import { confirmAddress, createResetLink, requestReset, requestVerification, resetPassword, verifyAddress } from './mailLink.ts';
import { changePassword, deleteOwnAccount, patchOwnAccount } from './ownAccount.ts';
import { recordWrites } from './recordOperations.ts';
import { buildIndex, rebuildIndex, renewIndex } from './searchIndex.ts';
import { endAllSessions, endSession, logOut, logOutPart, noteUses, startSession } from './session.ts';
import { countTry, noteSuccess } from './tries.ts';
import { undoPart } from './undo.ts';
import { createWebhook, deleteWebhook, patchWebhook, resumeWebhook, rotateSecret, testWebhook } from './webhook.ts';
import { passWebhooks, settleCall, takeWebhook } from './webhookCall.ts';

/** Operations that make the store larger each time. They are refused while the store has reached its limit. */
const enlarging = adding({
  ...withRight('write artists', { importPart }),
  ...withRight('manage own account', { patchOwnAccount, createOwnKey, patchOwnKey, createWebhook, patchWebhook }),
  ...withCredentials({ refuse }),
  ...ofService({ receivePiece, writePiece, askDump, applyImportPart }),
  ...withRight('import, undo and hide', { createImport }),
  ...ofAnyone({ signUp, createFirstAdmin }),
});

/** Operations that delete, end or protect something, and operations that a full store still needs, such as logins. */
const others = {
  ...withRight('import, undo and hide', { undoPart, hideChange, continueImport, replanImport }),
  ...withRight('manage own account', { deleteOwnAccount, changePassword, requestVerification }),
  ...withRight('manage own account', { endSession, endAllSessions, revokeOwnKey, revokeOwnKeys }),
  ...withRight('manage own account', { deleteWebhook, rotateSecret, resumeWebhook, testWebhook, cancelJob }),
  ...withRight('administer', { patchAccount, removeAccount }),
  ...ofAnyone({ verifyAddress, requestReset, resetPassword }),
  ...ofAnyone({ startSession, countTry, noteSuccess, deleteOldTries }),
  ...ofService({ createKeyFor, revokeKey, logOut, logOutPart, confirmAddress, createResetLink, createAdminLink }),
  ...ofService({ ensureDigestKey, firstStart, addMissing, linkMissing, fillOrders, noteUses, tidyUp, takeMail, removeMail }),
  ...ofService({ takeWebhook, passWebhooks, settleCall }),
  ...ofService({ scheduleDump, queueJob, takeJob, noteJob, releaseJob, endJob, undoImportPart, writeSummary: writePiece }),
  ...ofService({ buildIndex, rebuildIndex, renewIndex }),
};

/** Every operation that writes, by its name, with its rule. */
export const writes = { ...recordWrites, ...enlarging, ...others };
