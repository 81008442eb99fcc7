import type { Language } from './wording.ts';

/** What the pages of accounts say. */
export const memberTexts = {
  es: {
    form: { refused: 'Así no se pudo. Nada de lo que escribiste se perdió.' },
    self: { label: 'Tu cuenta', signIn: 'Entrar', signOut: 'Salir', account: 'Tu cuenta' },
    signIn: {
      title: 'Entrar',
      email: 'Dirección de correo',
      password: 'Contraseña',
      button: 'Entrar',
      lost: 'Tu navegador no guardó la sesión. Permití las cookies de este sitio; y si la dirección empieza con http://, usá la que empieza con https://.',
    },
    unsafe: {
      title: 'Acá no se puede entrar',
      lead: 'Esta conexión no está cifrada: tu contraseña viajaría a la vista de todos.',
      help: 'Usá la dirección del sitio que empieza con https://. Si no la hay, quien administra el sitio tiene que ponerlo detrás de TLS.',
    },
    kept: {
      title: 'Ya entraste',
      lead: 'Lo que habías escrito sigue acá.',
      ended: 'Tu sesión había terminado. Entrá de nuevo: lo que escribiste sigue acá.',
      send: 'Enviarlo ahora',
      look: 'Mirarlo antes',
    },
    signOut: { title: 'Salir', lead: (name: string) => `Entraste como ${name}.`, button: 'Salir' },
  },
  en: {
    form: { refused: 'That was not done. Nothing you typed is lost.' },
    self: { label: 'Your account', signIn: 'Sign in', signOut: 'Sign out', account: 'Your account' },
    signIn: {
      title: 'Sign in',
      email: 'E-mail address',
      password: 'Password',
      button: 'Sign in',
      lost: 'Your browser did not keep the session. Allow cookies of this site; and if its address begins with http://, use the one that begins with https://.',
    },
    unsafe: {
      title: 'You cannot sign in here',
      lead: 'This connection is not encrypted: your password would travel for all to read.',
      help: 'Use the address of the site that begins with https://. If there is none, its operator has to put it behind TLS.',
    },
    kept: {
      title: 'You are signed in',
      lead: 'What you typed is still here.',
      ended: 'Your session had ended. Sign in again: what you typed is still here.',
      send: 'Send it now',
      look: 'Look at it first',
    },
    signOut: { title: 'Sign out', lead: (name: string) => `You are signed in as ${name}.`, button: 'Sign out' },
  },
} satisfies Record<Language, unknown>;

export type MemberTexts = (typeof memberTexts)['en'];
