import { inLanguages, type Pairs } from './inLanguages.ts';

/** `paste`: the page that asks for the link. `dead`: the page of a link that does not work. */
type Pages = { paste: Record<'lead' | 'label' | 'button', string>; dead: Record<'title' | 'lead' | 'next', string> };

const ofMail: Pairs<Pages> = {
  paste: {
    lead: [
      'Si esta página no avanza sola, copiá el enlace entero del correo y pegalo acá.',
      'If this page does not go on by itself, copy the whole link from the e-mail and paste it here.',
    ],
    label: ['Enlace del correo', 'Link from the e-mail'],
    button: ['Seguir', 'Continue'],
  },
  dead: {
    title: ['Este enlace no sirve', 'This link does not work'],
    lead: [
      'Ya se usó, venció, hay otro más nuevo o es para otra cosa.',
      'It has been used, has expired, is for something else, or there is a newer one.',
    ],
    next: [
      'Abrí el enlace del último correo que te llegó, o pedí otro en la página para entrar. Si no podés, hablá con quien administra el sitio.',
      'Open the link in the latest e-mail you got, or ask for another on the sign-in page. If you cannot, write to whoever runs the site.',
    ],
  },
};

export const linkTexts = inLanguages({
  verify: {
    ...ofMail,
    title: ['Confirmá tu correo', 'Confirm your address'],
    lead: ['Al confirmar, tu cuenta pasa a usar este correo:', 'Once you confirm, your account uses this address:'],
    button: ['Confirmar', 'Confirm'],
    note: ['Se cierran todas tus sesiones y se revocan tus claves.', 'This signs you out everywhere and revokes your keys.'],
    done: {
      title: ['Correo confirmado', 'Address confirmed'],
      lead: [
        'Listo. Volvé a entrar acá y en los programas que usás con Rockola.',
        'Done. Sign in again, here and in the programs you use Rockola with.',
      ],
    },
  },
  reset: {
    ...ofMail,
    title: ['Elegí una contraseña nueva', 'Choose a new password'],
    lead: [
      'Al guardarla se cierran todas tus sesiones y se revocan tus claves.',
      'Saving it signs you out everywhere and revokes your keys.',
    ],
    account: ['Cuenta', 'Account'],
    button: ['Guardar la contraseña', 'Save the password'],
    done: {
      title: ['Contraseña guardada', 'Password saved'],
      lead: [
        'Entrá con la nueva, acá y en los programas que usás con Rockola. Se cerraron todas tus sesiones y se revocaron tus claves.',
        'Sign in with it, here and in the programs you use Rockola with. You were signed out everywhere and your keys were revoked.',
      ],
    },
  },
  firstAdmin: {
    title: ['Elegí tu nombre y contraseña', 'Choose your name and password'],
    lead: ['Los vas a usar para entrar y administrar este sitio.', 'You will use them to sign in and manage this site.'],
    emailHint: ['Lo vas a usar para entrar. No se publica.', "You'll use it to sign in. It is not published."],
    button: ['Empezar', 'Start'],
    paste: {
      lead: [
        'Si esta página no avanza sola, copiá la dirección entera que mostró el servicio y pegala acá.',
        'If this page does not go on by itself, copy the whole address that the service showed and paste it here.',
      ],
      label: ['Dirección que mostró el servicio', 'Address that the service showed'],
      button: ['Seguir', 'Continue'],
    },
    dead: {
      title: ['Esta dirección no sirve', 'This address does not work'],
      lead: ['Ya se usó, venció o es para otra cosa.', 'It has been used, has expired, or is for something else.'],
      next: ['Para obtener otra: rockola account admin-link', 'To get another: rockola account admin-link'],
    },
  },
});
