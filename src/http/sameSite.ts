import { Problem } from '../model/problem.ts';

/**
 * Accepts a form from our own pages only. Browsers without Sec-Fetch-Site send our forms with the origin "null", since our pages have
 * `Referrer-Policy: no-referrer`. The origin "null" is accepted: these forms have a token and need no cookie.
 *
 * @throws Problem `forbidden` for a form of another site (Fetch Metadata, "Sec-Fetch-Site"; RFC 6454 §7)
 */
export function requireOwnForm(headers: Headers, publicUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwn =
    site === null ? origin === null || origin === 'null' || origin === new URL(publicUrl).origin : /^(same-origin|none)$/.test(site);
  if (!isOwn)
    throw new Problem('forbidden', 'This form was sent from the page of another site. Open the link of the mail and use the form there.');
}

/**
 * Accepts a form that acts by the cookie from our own pages only. A missing origin and "null" are refused: browsers that accept the cookie
 * send the origin of a form.
 *
 * @throws Problem `forbidden`
 */
export function requireOwnPage(headers: Headers, publicUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const isOwn = site === null ? headers.get('origin') === new URL(publicUrl).origin : site === 'same-origin';
  if (!isOwn) throw new Problem('forbidden', 'This form was not sent from a page of this site. Open the page here and use the form there.');
}
