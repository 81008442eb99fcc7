import type { ProblemCode } from '../model/problem.ts';
import type { Language } from './wording.ts';

export type FaultWords = {
  /** A detail of a field error as a sentence. */
  detail(detail: string): string;
  /** What refusals say that are about no field; where one is absent, the sentence of the API. */
  problems: Partial<Record<ProblemCode, string>>;
  /** @param seconds until it is worth trying again */
  later(seconds: number): string;
};

/** What the model says of a wrong value, and what that is in Spanish. */
const spanish: [RegExp, string][] = [
  [/^is required$/, 'Hace falta.'],
  [/^is required to change the e-mail address$/, 'Hace falta para cambiar la dirección.'],
  [/^is 0 characters long; at least \d+ (?:is|are) needed$/, 'Hace falta.'],
  [/^is (\d+) characters long; at most (\d+) are allowed$/, 'Tiene $1 caracteres; caben $2 como mucho.'],
  [/^is (\d+) characters long; at least (\d+) are needed$/, 'Tiene $1 caracteres; hacen falta al menos $2.'],
  [/^must not be only white space$/, 'No puede ser solo espacios.'],
  [/^must not contain control characters$/, 'No puede tener caracteres de control.'],
  [/^must be "" or an absolute URL.*$/, 'Tiene que ser una dirección completa que empiece con http:// o https://, o quedar vacío.'],
  [/^must not contain a user name or password$/, 'La dirección no puede llevar usuario ni contraseña.'],
  [/^must be an e-mail address.*$/, 'Tiene que ser una dirección de correo como nombre@example.org.'],
  [/^has an account already$/, 'Esa dirección ya tiene una cuenta.'],
  [/^is not the password of this account$/, 'No es la contraseña de esta cuenta.'],
  [/^was changed just now; send the new one$/, 'La contraseña cambió recién; escribí la nueva.'],
  [/^must not be your e-mail address or its beginning$/, 'No puede ser tu dirección de correo ni su comienzo.'],
  [/^must not be the name of the service$/, 'No puede ser el nombre del servicio.'],
  [/^is one of the most common passwords.*$/, 'Es una de las contraseñas más usadas, las primeras que se prueban; elegí otra.'],
  [/^must be the same as the password$/, 'No es igual a la de arriba.'],
  [
    /^was changed again later.*$/,
    'Después se volvió a cambiar lo mismo, así que no se puede deshacer solo esto. Editalo a mano, o volvé a una versión entera.',
  ],
  [/^has the character U\+0000$/, 'Tiene un carácter que no se puede guardar (U+0000).'],
  [/^must name at least one scope$/, 'Elegí al menos uno.'],
  [/^must be between (\d+) and (\d+)$/, 'Tiene que estar entre $1 y $2.'],
  [/^must be an? integer.*$/, 'Tiene que ser un número entero.'],
  [/^must be one of (.*)$/, 'Tiene que ser uno de estos: $1.'],
  [/^must be in the future$/, 'Tiene que ser una fecha futura.'],
  [/^must be a time such as.*$/, 'Tiene que ser una fecha como 2030-01-31.'],
  [/^is not the token of a valid link.*$/, 'El enlace ya fue usado, es demasiado viejo, o hay otro más nuevo.'],
  [/^this account has (\d+) keys.*$/, 'Esta cuenta ya tiene $1 claves, todas las que puede; revocá una antes.'],
];

/** What the API says in words of its own, in those of people. */
const plainer: [RegExp, string][] = [
  [/^is 0 characters long; at least.*$/, 'is required'],
  [/^must be "" or an absolute URL.*$/, 'must be a whole address that begins with http:// or https://, or stay empty'],
  [/^must be an? integer.*$/, 'must be a whole number'],
];

export const faultWords: Record<Language, FaultWords> = {
  es: {
    detail(detail) {
      const [pattern, said] = spanish.find(([known]) => known.test(detail)) ?? [];
      return pattern && said ? detail.replace(pattern, said) : sentence(detail);
    },
    problems: {
      'invalid-login': 'La dirección o la contraseña no es correcta.',
      forbidden: 'Tu cuenta no tiene permiso para esto. Quien administra el sitio puede dárselo.',
      'sign-up-closed': 'Las cuentas de este sitio las crea quien lo administra. Pedile una.',
      'too-many-requests': 'Fueron demasiados intentos.',
      unavailable: 'Ahora no se pudo; no cambió nada.',
      'storage-full': 'No queda lugar para guardar más; no cambió nada.',
      'mail-off': 'Este sitio no manda correo. Pedile un enlace a quien lo administra.',
      'precondition-failed': 'Alguien lo cambió mientras tanto; no se guardó nada.',
      'idempotency-key-in-use': 'El mismo envío todavía se está atendiendo.',
      'idempotency-key-reused': 'Este formulario ya se envió con otro contenido. Volvé a enviarlo.',
      'malformed-json': 'Lo que llegó no es un formulario.',
    },
    later: (seconds) => `Volvé a intentar en ${period(seconds, 'segundo', 'minuto')}.`,
  },
  en: {
    detail(detail) {
      const [pattern, said] = plainer.find(([known]) => known.test(detail)) ?? [];
      return sentence(pattern && said ? detail.replace(pattern, said) : detail);
    },
    problems: { forbidden: 'Your account may not do this. The administrators of this site can change that.' },
    later: () => '',
  },
};

/** Details begin with a verb: "must be …". */
function sentence(detail: string): string {
  return /^(?:is|was|has|must) /.test(detail) ? `It ${detail}.` : `${detail}.`;
}

function period(seconds: number, one: string, more: string): string {
  const [count, unit] = seconds < 120 ? [seconds, one] : [Math.ceil(seconds / 60), more];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
