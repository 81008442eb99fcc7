/** The terms of use: `licence` is an SPDX id, `credit` the text that a copy must show. */
export type Terms = { licence?: string | undefined; credit?: string | undefined };

/** The address of a licence, by its SPDX identifier. For those of Creative Commons it is their own, which programs recognise. */
export function licenceUrl(id: string): string {
  if (id === 'CC0-1.0') return 'https://creativecommons.org/publicdomain/zero/1.0/';
  const [, kind, version] = /^CC-(BY(?:-NC)?(?:-ND|-SA)?)-(\d\.\d)$/.exec(id) ?? [];
  return kind ? `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/` : `https://spdx.org/licenses/${id}.html`;
}
