import type { Language } from './site.ts';

/** Pages to sign up, in and out. */
export const entryTexts = {
  es: {
    form: {
      refused: 'No se guardó: hay algo que corregir.',
      now: 'Ahora',
      holder: 'Quién lo tiene',
      correctThere: 'Si está mal ahí, corregilo',
    },
    self: {
      label: 'Tu cuenta',
      signIn: 'Entrar',
      signOut: 'Salir',
      pages: 'Páginas de tu cuenta',
      changes: 'Tus cambios',
      administration: 'Administración',
    },
    signIn: {
      why: 'Para eso hace falta una cuenta. Entrá y seguís donde estabas.',
      ask: 'Preguntale a quien administra el sitio',
      none: '¿No tenés cuenta?',
      signUp: 'Crear una',
      lost: 'Tu navegador no guardó la sesión. Permití las cookies de este sitio. Si la dirección empieza con http://, usá la que empieza con https://.',
    },
    unsafe: {
      title: 'Acá no se puede entrar',
      lead: 'Esta conexión no está cifrada: cualquiera en el camino podría leer tu contraseña.',
      next: 'Usá la dirección del sitio que empieza con https://. Si no existe, avisale a quien administra el sitio: falta configurar HTTPS.',
    },
    waiting: {
      title: 'Ya entraste',
      lead: 'Lo que habías escrito sigue acá.',
      ended: 'Tu sesión había terminado. Entrá de nuevo: lo que escribiste sigue acá.',
      send: 'Enviarlo ahora',
      look: 'Revisarlo antes',
    },
    signOut: { title: 'Salir', lead: (name: string) => `Entraste como ${name}.`, button: 'Salir' },
    signUp: {
      title: 'Crear una cuenta',
      lead: 'Con una cuenta podés agregar y corregir artistas y discos.',
      closed: 'Las cuentas de este sitio las crea quien lo administra. Pedile una.',
      labels: { name: 'Nombre', email: 'Correo', password: 'Contraseña', repeat: 'Repetí la contraseña' },
      nameHint: 'Cómo querés que te llamemos. Ni tu nombre ni tu correo se publican.',
      emailHint: 'Lo vas a usar para entrar. Te mandamos un enlace para confirmarlo.',
      noMailHint: 'Lo vas a usar para entrar. Este sitio no manda correos: guardá bien la contraseña.',
      button: 'Crear la cuenta',
      have: '¿Ya tenés una?',
    },
    forgotten: {
      title: '¿Olvidaste la contraseña?',
      lead: 'Te vamos a mandar un enlace para elegir otra.',
      button: 'Mandar el enlace',
      noMail: 'Este sitio no manda correos. Pedile a quien lo administra un enlace para elegir otra contraseña; vale por media hora.',
      sent: {
        title: 'Revisá tu correo',
        lead: 'Si hay una cuenta con ese correo, ya va en camino un enlace para elegir otra contraseña. Vale por media hora.',
      },
    },
  },
  en: {
    form: {
      refused: 'Not saved: please fix the following.',
      now: 'Now',
      holder: 'Who has it',
      correctThere: 'If it is wrong there, correct it',
    },
    self: {
      label: 'Your account',
      signIn: 'Sign in',
      signOut: 'Sign out',
      pages: 'Pages of your account',
      changes: 'Your changes',
      administration: 'Administration',
    },
    signIn: {
      why: 'You need an account for that. Sign in, and you go on from where you were.',
      ask: 'Ask whoever runs this site',
      none: 'No account yet?',
      signUp: 'Create one',
      lost: 'Your browser did not keep the session. Allow cookies for this site. If its address begins with http://, use the one that begins with https://.',
    },
    unsafe: {
      title: 'You cannot sign in here',
      lead: 'This connection is not encrypted: anyone on the way could read your password.',
      next: 'Use the address of the site that begins with https://. If there is none, tell whoever runs the site: HTTPS is not set up.',
    },
    waiting: {
      title: 'You are signed in',
      lead: 'What you typed is still here.',
      ended: 'Your session had ended. Sign in again: what you typed is still here.',
      send: 'Send it now',
      look: 'Look at it first',
    },
    signOut: { title: 'Sign out', lead: (name: string) => `You are signed in as ${name}.`, button: 'Sign out' },
    signUp: {
      title: 'Create an account',
      lead: 'With an account you can add and correct artists and albums.',
      closed: 'Accounts on this site are created by whoever runs it. Ask them for one.',
      labels: { name: 'Name', email: 'E-mail address', password: 'Password', repeat: 'Repeat the password' },
      nameHint: 'What we should call you. Neither your name nor your e-mail address is published.',
      emailHint: "You'll use it to sign in. We send you a link to confirm it.",
      noMailHint: "You'll use it to sign in. This site sends no e-mail: keep your password safe.",
      button: 'Create the account',
      have: 'Already have an account?',
    },
    forgotten: {
      title: 'Forgot your password?',
      lead: 'We will send you a link to choose another.',
      button: 'Send the link',
      noMail: 'This site sends no e-mail. Ask whoever runs it for a link to choose another password; it works for half an hour.',
      sent: {
        title: 'Check your e-mail',
        lead: 'If that address has an account, a link to choose another password is on its way. It works for half an hour.',
      },
    },
  },
} satisfies Record<Language, unknown>;
