import { inLanguages } from './inLanguages.ts';

/** The outcome of a form, announced once on the page that follows it. */
export const outcomeTexts = inLanguages({
  added: ['Agregado. ¡Gracias!', 'Added. Thank you.'],
  saved: ['Guardado.', 'Saved.'],
  merged: [
    'Guardado. Mientras escribías, otra persona cambió otra cosa: quedaron los dos cambios.',
    'Saved. While you were writing, someone else changed something else: both changes were kept.',
  ],
  undone: ['Deshecho.', 'Undone.'],
  restored: ['Volvió al catálogo.', 'Back in the catalogue.'],
  removed: ['Ya no está en el catálogo.', 'No longer in the catalogue.'],
  hidden: ['Oculto: desde ahora lo ven solo los editores.', 'Hidden: only editors see it now.'],
  shown: ['Otra vez lo ve todo el mundo.', 'Everyone sees it again.'],
  redacted: ['Suprimido: lo elegido ya no está en el historial.', 'Redacted: what you chose is gone from the history.'],
  signedUp: ['Tu cuenta está lista.', 'Your account is ready.'],
  renamed: ['Tu nombre quedó guardado.', 'Your name is saved.'],
  confirmationSent: ['Ya va en camino otro enlace para confirmar tu correo.', 'Another link to confirm your address is on its way.'],
  addressAsked: [
    'Te mandamos un enlace al correo nuevo. Cuando lo abras, tu cuenta pasa a usarlo.',
    'We sent a link to the new address. Once you open it, your account uses the new address.',
  ],
  passwordChanged: [
    'La contraseña nueva quedó guardada. Se cerraron tus otras sesiones.',
    'The new password is saved. Your other sessions were signed out.',
  ],
  sessionEnded: ['Se cerró esa sesión.', 'That session was signed out.'],
  othersEnded: ['Se cerraron tus otras sesiones.', 'Your other sessions were signed out.'],
  keyMadeBefore: [
    'Este formulario ya se había enviado. La clave se mostró una sola vez: si no la guardaste, revocala y creá otra.',
    'This form was sent before. Its key was shown only once: if you did not keep it, revoke it and make another.',
  ],
  keyRevoked: ['Esa clave ya no funciona.', 'That key no longer works.'],
  keysRevoked: ['Tus claves ya no funcionan.', 'Your keys no longer work.'],
  keysLeft: [
    'La contraseña nueva quedó guardada. Se cerraron tus otras sesiones. Tus claves siguen funcionando: revocá las que no reconozcas.',
    'The new password is saved. Your other sessions were signed out. Your keys still work: revoke those you do not recognise.',
  ],
  webhookMadeBefore: [
    'Este formulario ya se había enviado. El secreto se mostró una sola vez: si no lo guardaste, pedí otro.',
    'This form was sent before. Its secret was shown only once: if you did not keep it, ask for another.',
  ],
  jobCancelled: ['La tarea se corta en un momento, si no terminó antes.', 'The job stops in a moment, unless it finishes first.'],
  webhookTested: [
    'La llamada de prueba está en camino. Recargá la página en un momento para ver cómo le fue.',
    'The test call is on its way. Reload the page in a moment to see how it went.',
  ],
  webhookResumed: ['El webhook sigue.', 'The webhook goes on.'],
  webhookSkipped: [
    'Se salteó lo que fallaba; el webhook sigue con lo que viene.',
    'What failed was skipped; the webhook goes on with what follows.',
  ],
  webhookDeleted: ['Ese webhook ya no existe.', 'That webhook is gone.'],
  accountSaved: ['Los cambios quedaron guardados.', 'The changes are saved.'],
  accountRemoved: ['Se eliminó la cuenta.', 'The account was deleted.'],
  ownAccountRemoved: [
    'Tu cuenta ya no existe. Lo que agregaste al catálogo se queda.',
    'Your account is gone. What you added to the catalogue stays.',
  ],
});

export type Outcome = keyof (typeof outcomeTexts)['es'];

/** The outcome of a deletion. `deleted`: before the name of the record. `undo`: the link that restores it. */
export const deletionTexts = inLanguages({
  deleted: ['Borraste', 'You deleted'],
  undo: ['Deshacer', 'Undo'],
});
