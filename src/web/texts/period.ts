import type { Membership } from '../../model/membership.ts';

type Words = { since: string; until: string; about: string; perhaps: string };

/** Tells a period in words: `1978–1982`, `since 1976`, `about 1969–1971`, `until 1975`. "" where nothing is known. */
export function periodIn({ since, until, about, perhaps }: Words) {
  const say = (date: string) => {
    const plain = date.replace(/[~?]$/, '');
    return date.endsWith('~') ? `${about} ${plain}` : date.endsWith('?') ? `${plain} ${perhaps}` : plain;
  };
  return ({ from, to, ended }: Pick<Membership, 'from' | 'to' | 'ended'>): string => {
    if (from && to) return from === to ? say(from) : `${say(from)}–${say(to)}`;
    if (to) return `${until} ${say(to)}`;
    if (!from) return '';
    return ended ? `${say(from)}–` : ended === false ? `${since} ${say(from)}` : say(from);
  };
}
