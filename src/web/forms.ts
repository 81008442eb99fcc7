import type { Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import type { Services } from '../http/services.ts';
import type { Form } from './form.ts';
import { addArtist } from './pages/add.tsx';
import { addRecords } from './pages/addAlbums.tsx';
import { editAlbum, editArtist } from './pages/edit.ts';
import { removeAlbum, removeArtist } from './pages/remove.tsx';
import { signIn } from './pages/signIn.tsx';
import { signOut } from './pages/signOut.tsx';
import { undoAlbum, undoArtist } from './pages/undo.tsx';
import { undoAccount } from './pages/undoAccount.tsx';
import { type FormPage, formPaths } from './paths.ts';
import { receiveForm, showForm } from './receive.tsx';

/** The pages with a form. */
const forms: Record<FormPage, Form> = {
  signIn,
  signOut,
  ...{ addArtist, editArtist, removeArtist, undoArtist, undoAccount },
  ...{ addRecords, editAlbum, removeAlbum, undoAlbum },
};

export function mountForms(app: Hono<AppEnv>, services: Services): void {
  for (const [name, path] of Object.entries(formPaths)) {
    const form = forms[name as FormPage];
    app.get(path, (c) => showForm(c, services, form));
    app.post(path, (c) => receiveForm(c, services, form));
  }
}
