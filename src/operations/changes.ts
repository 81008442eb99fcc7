import { createKey, revokeKey, setRole, signUp, startSession } from './accounts.ts';
import { createAlbum, deleteAlbum, patchAlbum, replaceAlbum } from './albums.ts';
import { createArtist, deleteArtist, patchArtist, replaceArtist } from './artists.ts';
import { firstStart } from './firstStart.ts';
import { removeMail, takeMail } from './mail.ts';

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
  startSession,
  setRole,
  createKey,
  revokeKey,
  firstStart,
  takeMail,
  removeMail,
};
