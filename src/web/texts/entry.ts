import { inLanguages } from './inLanguages.ts';

/** Pages to sign up, in and out. */
export const entryTexts = inLanguages({
  form: {
    refused: ['No se guardó: hay algo que corregir.', 'Not saved: please fix the following.'],
    now: ['Ahora', 'Now'],
    holder: ['Quién lo tiene', 'Who has it'],
    correctThere: ['Si está mal ahí, corregilo', 'If it is wrong there, correct it'],
  },
  self: {
    label: ['Tu cuenta', 'Your account'],
    signIn: ['Entrar', 'Sign in'],
    signOut: ['Salir', 'Sign out'],
    pages: ['Páginas de tu cuenta', 'Pages of your account'],
    changes: ['Tus cambios', 'Your changes'],
    administration: ['Administración', 'Administration'],
  },
  signIn: {
    why: [
      'Para eso hace falta una cuenta. Entrá y seguís donde estabas.',
      'You need an account for that. Sign in, and you go on from where you were.',
    ],
    ask: ['Preguntale a quien administra el sitio', 'Ask whoever runs this site'],
    none: ['¿No tenés cuenta?', 'No account yet?'],
    signUp: ['Crear una', 'Create one'],
    lost: [
      'Tu navegador no guardó la sesión. Permití las cookies de este sitio. Si la dirección empieza con http://, usá la que empieza con https://.',
      'Your browser did not keep the session. Allow cookies for this site. If its address begins with http://, use the one that begins with https://.',
    ],
  },
  unsafe: {
    title: ['Acá no se puede entrar', 'You cannot sign in here'],
    lead: [
      'Esta conexión no está cifrada: cualquiera en el camino podría leer tu contraseña.',
      'This connection is not encrypted: anyone on the way could read your password.',
    ],
    next: [
      'Usá la dirección del sitio que empieza con https://. Si no existe, avisale a quien administra el sitio: falta configurar HTTPS.',
      'Use the address of the site that begins with https://. If there is none, tell whoever runs the site: HTTPS is not set up.',
    ],
  },
  waiting: {
    title: ['Ya entraste', 'You are signed in'],
    lead: ['Lo que habías escrito sigue acá.', 'What you typed is still here.'],
    ended: [
      'Tu sesión había terminado. Entrá de nuevo: lo que escribiste sigue acá.',
      'Your session had ended. Sign in again: what you typed is still here.',
    ],
    send: ['Enviarlo ahora', 'Send it now'],
    look: ['Revisarlo antes', 'Look at it first'],
  },
  signOut: {
    title: ['Salir', 'Sign out'],
    lead: [(name: string) => `Entraste como ${name}.`, (name: string) => `You are signed in as ${name}.`],
    button: ['Salir', 'Sign out'],
  },
  signUp: {
    title: ['Crear una cuenta', 'Create an account'],
    lead: ['Con una cuenta podés agregar y corregir artistas y discos.', 'With an account you can add and correct artists and albums.'],
    closed: [
      'Las cuentas de este sitio las crea quien lo administra. Pedile una.',
      'Accounts on this site are created by whoever runs it. Ask them for one.',
    ],
    labels: {
      name: ['Nombre', 'Name'],
      email: ['Correo', 'E-mail address'],
      password: ['Contraseña', 'Password'],
      repeat: ['Repetí la contraseña', 'Repeat the password'],
    },
    nameHint: [
      'Cómo querés que te llamemos. Ni tu nombre ni tu correo se publican.',
      'What we should call you. Neither your name nor your e-mail address is published.',
    ],
    emailHint: [
      'Lo vas a usar para entrar. Te mandamos un enlace para confirmarlo.',
      "You'll use it to sign in. We send you a link to confirm it.",
    ],
    noMailHint: [
      'Lo vas a usar para entrar. Este sitio no manda correos: guardá bien la contraseña.',
      "You'll use it to sign in. This site sends no e-mail: keep your password safe.",
    ],
    button: ['Crear la cuenta', 'Create the account'],
    have: ['¿Ya tenés una?', 'Already have an account?'],
  },
  forgotten: {
    title: ['¿Olvidaste la contraseña?', 'Forgot your password?'],
    lead: ['Te vamos a mandar un enlace para elegir otra.', 'We will send you a link to choose another.'],
    button: ['Mandar el enlace', 'Send the link'],
    noMail: [
      'Este sitio no manda correos. Pedile a quien lo administra un enlace para elegir otra contraseña; vale por media hora.',
      'This site sends no e-mail. Ask whoever runs it for a link to choose another password; it works for half an hour.',
    ],
    sent: {
      title: ['Revisá tu correo', 'Check your e-mail'],
      lead: [
        'Si hay una cuenta con ese correo, ya va en camino un enlace para elegir otra contraseña. Vale por media hora.',
        'If that address has an account, a link to choose another password is on its way. It works for half an hour.',
      ],
    },
  },
});
