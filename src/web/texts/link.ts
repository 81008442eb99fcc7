import type { Language } from './site.ts';

/** `paste`: the page that asks for the link. `dead`: the page of a link that does not work. */
const spanish = {
  paste: {
    lead: 'Si esta página no avanza sola, copiá el enlace entero del correo y pegalo acá.',
    label: 'Enlace del correo',
    button: 'Seguir',
  },
  dead: {
    title: 'Este enlace no sirve',
    lead: 'Ya se usó, venció, hay otro más nuevo o es para otra cosa.',
    next: 'Abrí el enlace del último correo que te llegó, o pedí otro en la página para entrar. Si no podés, hablá con quien administra el sitio.',
  },
};

const english = {
  paste: {
    lead: 'If this page does not go on by itself, copy the whole link from the e-mail and paste it here.',
    label: 'Link from the e-mail',
    button: 'Continue',
  },
  dead: {
    title: 'This link does not work',
    lead: 'It has been used, has expired, is for something else, or there is a newer one.',
    next: 'Open the link in the latest e-mail you got, or ask for another on the sign-in page. If you cannot, write to whoever runs the site.',
  },
};

export const linkTexts = {
  es: {
    verify: {
      ...spanish,
      title: 'Confirmá tu correo',
      lead: 'Al confirmar, tu cuenta pasa a usar este correo:',
      button: 'Confirmar',
      note: 'Se cierran todas tus sesiones y se revocan tus claves.',
      done: { title: 'Correo confirmado', lead: 'Listo. Volvé a entrar acá y en los programas que usás con Rockola.' },
    },
    reset: {
      ...spanish,
      title: 'Elegí una contraseña nueva',
      lead: 'Al guardarla se cierran todas tus sesiones y se revocan tus claves.',
      account: 'Cuenta',
      button: 'Guardar la contraseña',
      done: {
        title: 'Contraseña guardada',
        lead: 'Entrá con la nueva, acá y en los programas que usás con Rockola. Se cerraron todas tus sesiones y se revocaron tus claves.',
      },
    },
    firstAdmin: {
      title: 'Elegí tu nombre y contraseña',
      lead: 'Los vas a usar para entrar y administrar este sitio.',
      emailHint: 'Lo vas a usar para entrar. No se publica.',
      button: 'Empezar',
      paste: {
        lead: 'Si esta página no avanza sola, copiá la dirección entera que mostró el servicio y pegala acá.',
        label: 'Dirección que mostró el servicio',
        button: 'Seguir',
      },
      dead: {
        title: 'Esta dirección no sirve',
        lead: 'Ya se usó, venció o es para otra cosa.',
        next: 'Para obtener otra: rockola account admin-link',
      },
    },
  },
  en: {
    verify: {
      ...english,
      title: 'Confirm your address',
      lead: 'Once you confirm, your account uses this address:',
      button: 'Confirm',
      note: 'This signs you out everywhere and revokes your keys.',
      done: { title: 'Address confirmed', lead: 'Done. Sign in again, here and in the programs you use Rockola with.' },
    },
    reset: {
      ...english,
      title: 'Choose a new password',
      lead: 'Saving it signs you out everywhere and revokes your keys.',
      account: 'Account',
      button: 'Save the password',
      done: {
        title: 'Password saved',
        lead: 'Sign in with it, here and in the programs you use Rockola with. You were signed out everywhere and your keys were revoked.',
      },
    },
    firstAdmin: {
      title: 'Choose your name and password',
      lead: 'You will use them to sign in and manage this site.',
      emailHint: "You'll use it to sign in. It is not published.",
      button: 'Start',
      paste: {
        lead: 'If this page does not go on by itself, copy the whole address that the service showed and paste it here.',
        label: 'Address that the service showed',
        button: 'Continue',
      },
      dead: {
        title: 'This address does not work',
        lead: 'It has been used, has expired, or is for something else.',
        next: 'To get another: rockola account admin-link',
      },
    },
  },
} satisfies Record<Language, unknown>;
