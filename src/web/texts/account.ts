import type { MailLanguage } from '../../model/mail.ts';

/** What the pages say that the links of mail open. */
export const accountTexts = {
  es: {
    signIn: 'Entrar',
    link: {
      lead: 'Si esta página no sigue sola, copiá el enlace entero del correo y pegalo acá.',
      label: 'Enlace del correo',
      button: 'Seguir',
    },
    verify: {
      title: 'Confirmá tu dirección',
      lead: 'Al confirmar, esta dirección queda como la de tu cuenta:',
      button: 'Confirmar',
      note: 'Terminan las sesiones y claves que la cuenta tenía.',
    },
    verified: { title: 'Dirección confirmada', lead: 'Listo. Volvé a entrar acá, y en los programas que usás con Rockola.' },
    reset: {
      title: 'Elegí una contraseña nueva',
      lead: 'Al guardarla terminan todas tus sesiones y claves.',
      account: 'Cuenta',
      button: 'Guardar la contraseña',
    },
    changed: {
      title: 'Contraseña guardada',
      lead: 'Entrá con la nueva, acá y en los programas que usás con Rockola. Todas tus sesiones y claves de antes terminaron.',
    },
    dead: {
      title: 'Este enlace no sirve',
      lead: 'Ya fue usado, es demasiado viejo, hay otro más nuevo, o es para otra cosa.',
      next: 'Abrí el enlace del último correo que te llegó, o pedí otro donde se entra. Si no podés, hablá con quien administra este servicio.',
    },
    trouble: { title: 'Ahora no se pudo', lead: 'No cambió nada. Esperá unos segundos y volvé a abrir el enlace del correo.' },
    taken: {
      title: 'Esa dirección ya tiene otra cuenta',
      lead: 'Tu cuenta sigue con la dirección de antes. Elegí otra en las páginas de tu cuenta.',
    },
  },
  en: {
    signIn: 'Sign in',
    link: {
      lead: 'If this page does not go on by itself, copy the whole link of the mail and paste it here.',
      label: 'Link of the mail',
      button: 'Continue',
    },
    verify: {
      title: 'Confirm your address',
      lead: 'Once confirmed, this is the address of your account:',
      button: 'Confirm',
      note: 'The sessions and keys that the account had end.',
    },
    verified: { title: 'Address confirmed', lead: 'Done. Sign in again, here and in the programs you use Rockola with.' },
    reset: {
      title: 'Choose a new password',
      lead: 'Saving it ends all your sessions and keys.',
      account: 'Account',
      button: 'Save the password',
    },
    changed: {
      title: 'Password saved',
      lead: 'Sign in with it, here and in the programs you use Rockola with. All your earlier sessions and keys have ended.',
    },
    dead: {
      title: 'This link does not work',
      lead: 'It was used already, is too old, there is a newer one, or it is for something else.',
      next: 'Open the link in the latest mail you got, or ask for another where you sign in. If you cannot, write to the operator of this service.',
    },
    trouble: { title: 'It could not be done now', lead: 'Nothing was changed. Wait a few seconds and open the link of the mail again.' },
    taken: {
      title: 'That address has another account',
      lead: 'Your account keeps its old address. Choose another on the pages of your account.',
    },
  },
} satisfies Record<MailLanguage, unknown>;

export type AccountTexts = (typeof accountTexts)['en'];
