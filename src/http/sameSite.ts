import { Problem } from '../model/problem.ts';

/**
 * Lets a form be sent only from our own page. Browsers that do not say where it comes from send our own pages' forms with the
 * origin "null", since those pages have `Referrer-Policy: no-referrer`; no cookie stands behind them, so what counts then
 * is the token in the form.
 *
 * @param publicUrl the service's address
 * @throws Problem `forbidden` for a form of another site (Fetch Metadata, "Sec-Fetch-Site"; RFC 6454 §7)
 */
export function requireOwnForm(headers: Headers, publicUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const own =
    site === null ? origin === null || origin === 'null' || origin === new URL(publicUrl).origin : /^(same-origin|none)$/.test(site);
  if (!own)
    throw new Problem('forbidden', 'This form was sent from the page of another site. Open the link of the mail and use the form there.');
}

/**
 * Lets a form that acts for who is signed in be sent only from our own pages, as the browser itself says. Nothing, and "null", are
 * not enough: a cookie stands behind such a form, and browsers that take the cookie say where a form comes from.
 *
 * @throws Problem `forbidden`
 */
export function requireOwnPage(headers: Headers, publicUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const own = site === null ? headers.get('origin') === new URL(publicUrl).origin : site === 'same-origin';
  if (!own) throw new Problem('forbidden', 'This form was not sent from a page of this site. Open the page here and use the form there.');
}
