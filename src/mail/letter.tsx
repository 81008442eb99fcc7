/** @jsxImportSource #jsx */
import { isLinkPurpose, linkTo } from '../model/linkToken.ts';
import type { MailKind, MailLanguage } from '../model/mail.ts';
import { type LinkWords, type Words, words } from './wording.ts';

export type Letter = { subject: string; text: string; html: string };

/** @param token of the link, for kinds that have one */
export function writeLetter(kind: MailKind, language: MailLanguage, publicUrl: string, token: string): Letter {
  const messages = words(new URL(publicUrl).host)[language];
  const link = isLinkPurpose(kind) ? { href: linkTo(publicUrl, kind, token), ...messages[kind] } : undefined;
  return letterOf({ language, message: messages[kind], link, publicUrl });
}

const trials: Record<MailLanguage, Words> = {
  es: { subject: 'Correo de prueba de Rockola', before: 'Este correo llegó: el servicio puede mandar correo.', notYou: '' },
  en: { subject: 'Test mail of Rockola', before: 'This mail has arrived: the service can send mail.', notYou: '' },
};

/** The mail of `rockola mail test`. */
export function writeTestMail(language: MailLanguage, publicUrl: string): Letter {
  return letterOf({ language, message: trials[language], link: undefined, publicUrl });
}

/** `publicUrl`: the start of the link; a setting, since the Host header of a request could name the server of an attacker. */
type Props = { language: MailLanguage; message: Words; link: (LinkWords & { href: string }) | undefined; publicUrl: string };

/** Makes a mail as plain text and as HTML that loads nothing from other servers. */
function letterOf(props: Props): Letter {
  const { message, link, publicUrl } = props;
  const parts = [message.before, link?.href, link?.after, message.notYou, `-- \nRockola · ${publicUrl}`];
  return {
    subject: message.subject,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>${String(<Page {...props} />)}`,
  };
}

const paper = 'max-width:34rem;margin:0 auto;padding:1.5rem;font:16px/1.55 system-ui,sans-serif';
const button =
  'display:inline-block;padding:.6rem 1.2rem;border-radius:.35rem;background:#a3123f;color:#ffffff;font-weight:600;text-decoration:none';

function Page({ language, message, link, publicUrl }: Props) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>{message.subject}</title>
      </head>
      <body style={paper}>
        <h1 style="font-size:1.4rem;line-height:1.2">{message.subject}</h1>
        <p>{message.before}</p>
        {link && (
          <>
            <p>
              <a href={link.href} style={button}>
                {link.link}
              </a>
            </p>
            <p style="overflow-wrap:anywhere">{link.href}</p>
            <p>{link.after}</p>
          </>
        )}
        {message.notYou && <p>{message.notYou}</p>}
        <p style="opacity:.7">Rockola · {publicUrl}</p>
      </body>
    </html>
  );
}
