import type { Membership } from '../../model/membership.ts';

/**
 * Words around a date. `since`: it goes on. `from`: nobody knows whether it does. `about` begins a text, `around` follows another word.
 * `perhaps`: what stands before and behind an uncertain date.
 */
type Words = Record<'since' | 'from' | 'until' | 'about' | 'around', string> & {
  perhaps: [before: string, behind: string];
  language: string;
};

export type Period = Pick<Membership, 'from' | 'to' | 'ended'>;

/** Dates of the catalogue (EDTF) and periods in words. */
export type PeriodTexts = {
  /** `1969`, `about 1969`, `May 1976`, `1969?` */
  date(date: string): string;
  /** `1978–1982`, `since 1976`, `about 1969–1971`, `until 1975`; "" where nothing is known. */
  period(period: Period): string;
};

export const periodTexts = {
  es: periodsIn({ language: 'es', since: 'desde', from: 'desde', until: 'hasta', about: 'hacia', around: 'cerca de', perhaps: ['¿', '?'] }),
  en: periodsIn({ language: 'en', since: 'since', from: 'from', until: 'until', about: 'about', around: 'about', perhaps: ['', '?'] }),
};

function periodsIn({ language, since, from: beginning, until, about, around, perhaps: [before, behind] }: Words): PeriodTexts {
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  function plainIn(date: string): string {
    const plain = date.replace(/[~?]$/, '');
    return plain.length === 4 ? plain : (plain.length === 7 ? month : day).format(Date.parse(plain));
  }
  function say(date: string, approximately = about): string {
    const plain = plainIn(date);
    return date.endsWith('~') ? `${approximately} ${plain}` : date.endsWith('?') ? before + plain + behind : plain;
  }
  return {
    date: (date) => say(date),
    period({ from, to, ended }) {
      if (from && to) return from === to ? say(from) : say(from) + (isShort(from, to) ? '–' : ' – ') + say(to);
      if (to) return `${until} ${say(to, around)}`;
      if (!from) return '';
      return ended ? `${say(from)}–?` : `${ended === false ? since : beginning} ${say(from, around)}`;
    },
  };
}

/** Whether numbers alone stand next to the dash. */
function isShort(from: string, to: string): boolean {
  return /^\d{4}[~?]?$/.test(from) && /^\d{4}\??$/.test(to);
}
