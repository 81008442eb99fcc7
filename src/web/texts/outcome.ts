import type { Language } from './site.ts';

const es = {
  added: 'Agregado. ¡Gracias!',
  saved: 'Guardado.',
  merged: 'Guardado. Mientras escribías, otra persona cambió otra cosa: quedaron los dos cambios.',
  undone: 'Deshecho.',
  restored: 'Volvió al catálogo.',
  removed: 'Ya no está en el catálogo.',
  hidden: 'Oculto: desde ahora lo ven solo los editores.',
  shown: 'Otra vez lo ve todo el mundo.',
  redacted: 'Suprimido: lo elegido ya no está en el historial.',
  signedUp: 'Tu cuenta está lista.',
  renamed: 'Tu nombre quedó guardado.',
  confirmationSent: 'Ya va en camino otro enlace para confirmar tu correo.',
  addressAsked: 'Te mandamos un enlace al correo nuevo. Cuando lo abras, tu cuenta pasa a usarlo.',
  passwordChanged: 'La contraseña nueva quedó guardada. Se cerraron tus otras sesiones.',
  sessionEnded: 'Se cerró esa sesión.',
  othersEnded: 'Se cerraron tus otras sesiones.',
  keyMadeBefore: 'Este formulario ya se había enviado. La clave se mostró una sola vez: si no la guardaste, revocala y creá otra.',
  keyRevoked: 'Esa clave ya no funciona.',
  keysRevoked: 'Tus claves ya no funcionan.',
  keysLeft:
    'La contraseña nueva quedó guardada. Se cerraron tus otras sesiones. Tus claves siguen funcionando: revocá las que no reconozcas.',
  webhookMadeBefore: 'Este formulario ya se había enviado. El secreto se mostró una sola vez: si no lo guardaste, pedí otro.',
  jobCancelled: 'La tarea se corta en un momento, si no terminó antes.',
  webhookTested: 'La llamada de prueba está en camino. Recargá la página en un momento para ver cómo le fue.',
  webhookResumed: 'El webhook sigue.',
  webhookSkipped: 'Se salteó lo que fallaba; el webhook sigue con lo que viene.',
  webhookDeleted: 'Ese webhook ya no existe.',
  accountSaved: 'Los cambios quedaron guardados.',
  accountRemoved: 'Se eliminó la cuenta.',
  ownAccountRemoved: 'Tu cuenta ya no existe. Lo que agregaste al catálogo se queda.',
};

export type Outcome = keyof typeof es;

const en: Record<Outcome, string> = {
  added: 'Added. Thank you.',
  saved: 'Saved.',
  merged: 'Saved. While you were writing, someone else changed something else: both changes were kept.',
  undone: 'Undone.',
  restored: 'Back in the catalogue.',
  removed: 'No longer in the catalogue.',
  hidden: 'Hidden: only editors see it now.',
  shown: 'Everyone sees it again.',
  redacted: 'Redacted: what you chose is gone from the history.',
  signedUp: 'Your account is ready.',
  renamed: 'Your name is saved.',
  confirmationSent: 'Another link to confirm your address is on its way.',
  addressAsked: 'We sent a link to the new address. Once you open it, your account uses the new address.',
  passwordChanged: 'The new password is saved. Your other sessions were signed out.',
  sessionEnded: 'That session was signed out.',
  othersEnded: 'Your other sessions were signed out.',
  keyMadeBefore: 'This form was sent before. Its key was shown only once: if you did not keep it, revoke it and make another.',
  keyRevoked: 'That key no longer works.',
  keysRevoked: 'Your keys no longer work.',
  keysLeft: 'The new password is saved. Your other sessions were signed out. Your keys still work: revoke those you do not recognise.',
  webhookMadeBefore: 'This form was sent before. Its secret was shown only once: if you did not keep it, ask for another.',
  jobCancelled: 'The job stops in a moment, unless it finishes first.',
  webhookTested: 'The test call is on its way. Reload the page in a moment to see how it went.',
  webhookResumed: 'The webhook goes on.',
  webhookSkipped: 'What failed was skipped; the webhook goes on with what follows.',
  webhookDeleted: 'That webhook is gone.',
  accountSaved: 'The changes are saved.',
  accountRemoved: 'The account was deleted.',
  ownAccountRemoved: 'Your account is gone. What you added to the catalogue stays.',
};

/** The outcome of a form, announced once on the page that follows it. */
export const outcomeTexts: Record<Language, Record<Outcome, string>> = { es, en };

/** The outcome of a deletion. `deleted`: before the name of the record. `undo`: the link that restores it. */
export const deletionTexts: Record<Language, Record<'deleted' | 'undo', string>> = {
  es: { deleted: 'Borraste', undo: 'Deshacer' },
  en: { deleted: 'You deleted', undo: 'Undo' },
};
