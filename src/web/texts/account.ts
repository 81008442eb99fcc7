import type { MailLanguage } from '../../model/mail.ts';

/** What the pages say that the links of mail open. */
export const accountTexts = {
  es: {
    signIn: 'Entrar',
    link: {
      lead: 'Si esta página no avanza sola, copiá el enlace entero del correo y pegalo acá.',
      label: 'Enlace del correo',
      button: 'Seguir',
    },
    verify: {
      title: 'Confirmá tu correo',
      lead: 'Al confirmar, tu cuenta pasa a usar este correo:',
      button: 'Confirmar',
      note: 'Se cierran todas tus sesiones y se revocan tus claves.',
    },
    verified: { title: 'Correo confirmado', lead: 'Listo. Volvé a entrar acá y en los programas que usás con Rockola.' },
    reset: {
      title: 'Elegí una contraseña nueva',
      lead: 'Al guardarla se cierran todas tus sesiones y se revocan tus claves.',
      account: 'Cuenta',
      button: 'Guardar la contraseña',
    },
    changed: {
      title: 'Contraseña guardada',
      lead: 'Entrá con la nueva, acá y en los programas que usás con Rockola. Se cerraron todas tus sesiones y se revocaron tus claves.',
    },
    dead: {
      title: 'Este enlace no sirve',
      lead: 'Ya se usó, venció, hay otro más nuevo o es para otra cosa.',
      next: 'Abrí el enlace del último correo que te llegó, o pedí otro en la página para entrar. Si no podés, hablá con quien administra el sitio.',
    },
    trouble: { title: 'Ahora no se pudo', lead: 'No se cambió nada. Esperá unos segundos y volvé a abrir el enlace del correo.' },
    taken: {
      title: 'Ese correo ya es de otra cuenta',
      lead: 'Tu cuenta sigue con el correo de antes. Elegí otro en las páginas de tu cuenta.',
    },
  },
  en: {
    signIn: 'Sign in',
    link: {
      lead: 'If this page does not go on by itself, copy the whole link from the e-mail and paste it here.',
      label: 'Link from the e-mail',
      button: 'Continue',
    },
    verify: {
      title: 'Confirm your address',
      lead: 'Once you confirm, your account uses this address:',
      button: 'Confirm',
      note: 'This signs you out everywhere and revokes your keys.',
    },
    verified: { title: 'Address confirmed', lead: 'Done. Sign in again, here and in the programs you use Rockola with.' },
    reset: {
      title: 'Choose a new password',
      lead: 'Saving it signs you out everywhere and revokes your keys.',
      account: 'Account',
      button: 'Save the password',
    },
    changed: {
      title: 'Password saved',
      lead: 'Sign in with it, here and in the programs you use Rockola with. You were signed out everywhere and your keys were revoked.',
    },
    dead: {
      title: 'This link does not work',
      lead: 'It was used already, has expired, there is a newer one, or it is for something else.',
      next: 'Open the link in the latest e-mail you got, or ask for another on the sign-in page. If you cannot, write to whoever runs the site.',
    },
    trouble: { title: 'Not available right now', lead: 'Nothing was changed. Wait a few seconds and open the link from the e-mail again.' },
    taken: {
      title: 'That address belongs to another account',
      lead: 'Your account keeps its old address. Choose another on the pages of your account.',
    },
  },
} satisfies Record<MailLanguage, unknown>;
