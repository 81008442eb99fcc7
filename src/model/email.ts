import { boundedText, codePoints, foldCase } from './text.ts';

export const maxEmailLength = 254;

/** A syntactically valid address; spaces around it are ignored. */
export const email = boundedText(1, maxEmailLength, (text) => (readAddress(text) ? undefined : ['email'])).meta({
  type: 'string',
  format: 'email',
  maxLength: maxEmailLength,
  example: 'charly@example.org',
});

/**
 * The form that all spellings of an address share: NFKC, lower case, and the domain in ASCII. For text that is no address the result is no
 * address either, and has no control characters or line ends, so no account is found for it.
 */
export function normalEmail(text: string): string {
  const address = readAddress(text);
  return address ? `${foldCase(address.local)}@${address.domain}` : noAddress(text);
}

/** The normal form, but with the capitals before the @, which may matter to the mail server (RFC 5321 §2.4). */
export function deliverable(text: string): string {
  const address = readAddress(text);
  return address ? `${address.local}@${address.domain}` : noAddress(text);
}

/** Both parts in NFKC, the domain in lower case and ASCII (RFC 5890 §2.3.2.1). */
type Address = { local: string; domain: string };

/** Control, format and separator characters, private and unassigned ones, and invisible ones. */
const unfit = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const everyUnfit = new RegExp(unfit, 'gu');
/** RFC 5321 §4.1.2, "Dot-string", with the letters of RFC 6531 §3.3. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~\P{ASCII}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\P{ASCII}-]+)*$/u;

/**
 * Judges the normal form of an address, so that a fullwidth `＠` or a letter that NFKC folds cannot pass as one address and be stored as
 * another.
 */
function readAddress(text: string): Address | undefined {
  if (codePoints(text) > maxEmailLength || unfit.test(text.replaceAll(' ', ''))) return undefined;
  const spelled = text.trim().normalize('NFKC');
  const at = spelled.lastIndexOf('@');
  const local = spelled.slice(0, at);
  if (at <= 0 || !localPart.test(local)) return undefined;
  const domain = asciiDomain(spelled.slice(at + 1));
  return domain !== undefined && codePoints(local) + domain.length < maxEmailLength ? { local, domain } : undefined;
}

/** At least two labels of RFC 1035 §2.3.1. The last is no number, unlike that of an IPv4 address (RFC 3696 §2). */
const domainName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** A label with 64 characters is too long, since its ASCII form is no shorter. */
const longLabel = /[^.。]{64}/u;

/** The ASCII form of a domain (UTS 46); undefined for text that is no domain. */
function asciiDomain(host: string): string | undefined {
  // The URL parser would take other signs for a port, a path, user info or an escape, and takes a millisecond for a long label.
  if (/[^A-Za-z\d.\P{ASCII}-]/u.test(host) || longLabel.test(host)) return undefined;
  const ascii = URL.parse(`http://${host}`)?.hostname ?? '';
  return domainName.test(ascii) ? ascii : undefined;
}

/** Commas replace the unfit characters, since no address has a comma. */
function noAddress(text: string): string {
  const short = codePoints(text) <= maxEmailLength;
  return foldCase(short ? text : `${text.slice(0, maxEmailLength)} …`).replace(everyUnfit, ',');
}
