import type { LinkPurpose } from '../model/linkToken.ts';
import type { MailKind, MailLanguage } from '../model/mail.ts';

/** `notYou`: a sentence for people who did not ask for the mail. */
export type Words = { subject: string; before: string; notYou: string };
/** `link` is on the button, `after` below it. */
export type LinkWords = Words & { link: string; after: string };

type AllWords = Record<LinkPurpose, LinkWords> & Record<Exclude<MailKind, LinkPurpose>, Words>;

/**
 * The texts of all mail. They contain no text of a user, not even a name: else anyone could send their own words to any address.
 *
 * @param host of the public URL
 */
export const words = (host: string): Record<MailLanguage, AllWords> => ({
  es: {
    verify: {
      subject: 'Confirmá tu dirección de correo',
      before: `Alguien usó esta dirección para una cuenta de Rockola en ${host}. Si fuiste vos, confirmala acá:`,
      link: 'Confirmar la dirección',
      after:
        'El enlace sirve una sola vez, durante 24 horas. Al usarlo se cierran todas las sesiones de la cuenta y se revocan sus claves.',
      notYou: 'Si no fuiste vos, no hagas nada: sin el enlace, la dirección no se confirma.',
    },
    reset: {
      subject: 'Elegí una contraseña nueva',
      before: `Alguien pidió una contraseña nueva para tu cuenta de Rockola en ${host}. Si fuiste vos, elegila acá:`,
      link: 'Elegir la contraseña',
      after: 'El enlace sirve una sola vez, durante 30 minutos. Al usarlo se cierran todas tus sesiones y se revocan tus claves.',
      notYou: 'Si no fuiste vos, no hagas nada: tu contraseña sigue siendo la misma.',
    },
    'email-changed': {
      subject: 'Tu cuenta ya no usa esta dirección',
      before: `La cuenta de Rockola en ${host} que usaba esta dirección ahora usa otra. Los próximos correos van a la nueva.`,
      notYou: `Si no fuiste vos, escribile enseguida a quien administra ${host}.`,
    },
    'password-changed': {
      subject: 'Tu contraseña cambió',
      before: `La contraseña de tu cuenta de Rockola en ${host} acaba de cambiar. Se cerraron las demás sesiones. Las claves de la cuenta siguen funcionando: revocá las que no reconozcas.`,
      notYou: `Si no fuiste vos, pedí enseguida una contraseña nueva y escribile a quien administra ${host}.`,
    },
    'webhook-off': {
      subject: 'Se apagó un webhook',
      before: `Un webhook de tu cuenta de Rockola en ${host} dejó de funcionar y se apagó. En la página de tu cuenta dice por qué y desde ahí lo podés reanudar: lo que cambió mientras tanto no se pierde.`,
      notYou: 'Si ya no lo usás, eliminalo.',
    },
  },
  en: {
    verify: {
      subject: 'Confirm your e-mail address',
      before: `Someone used this address for a Rockola account at ${host}. If that was you, confirm it here:`,
      link: 'Confirm the address',
      after: 'The link works once, for 24 hours. Using it signs the account out everywhere and revokes its API keys.',
      notYou: 'If it was not you, do nothing: without the link the address stays unconfirmed.',
    },
    reset: {
      subject: 'Choose a new password',
      before: `Someone asked for a new password for your Rockola account at ${host}. If that was you, choose it here:`,
      link: 'Choose the password',
      after: 'The link works once, for 30 minutes. Using it signs you out everywhere and revokes your API keys.',
      notYou: 'If it was not you, do nothing: your password stays as it is.',
    },
    'email-changed': {
      subject: 'Your account no longer uses this address',
      before: `The Rockola account at ${host} that used this address now uses another. E-mail goes to the new one from now on.`,
      notYou: `If it was not you, write to whoever runs ${host} at once.`,
    },
    'password-changed': {
      subject: 'Your password has changed',
      before: `The password of your Rockola account at ${host} has just been changed. Your other sessions were signed out. Your API keys still work: revoke those you do not recognise.`,
      notYou: `If it was not you, ask for a new password at once and write to whoever runs ${host}.`,
    },
    'webhook-off': {
      subject: 'A webhook was turned off',
      before: `A webhook of your Rockola account at ${host} stopped working and was turned off. The page of your account says why, and lets you resume it: nothing that changed meanwhile is lost.`,
      notYou: 'If you no longer use it, delete it.',
    },
  },
});
