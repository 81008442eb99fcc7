import { Problem } from '../model/problem.ts';

/**
 * Lets a form be sent only from our own page. Browsers that do not say where it comes from send our own pages' forms with the
 * origin "null", since those pages have `Referrer-Policy: no-referrer`; no cookie stands behind them, so what counts then
 * is the token in the form.
 *
 * @param publicUrl the service's address
 * @throws Problem `forbidden` for a form of another site (Fetch Metadata, "Sec-Fetch-Site"; RFC 6454 §7)
 */
export function demandOwnForm(headers: Headers, publicUrl: string): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const own =
    site === null ? origin === null || origin === 'null' || origin === new URL(publicUrl).origin : /^(same-origin|none)$/.test(site);
  if (!own)
    throw new Problem('forbidden', 'This form was sent from the page of another site. Open the link of the mail and use the form there.');
}
