import type { Membership } from '../../model/membership.ts';

/**
 * Words before a date. `since`: the start of a period that continues; `from`: of one that may have ended. `about`: an approximate date at the
 * beginning of a text; `around`: after another word. `the`: a day after another word. `perhaps`: the texts before and after an uncertain
 * date.
 */
type Words = Record<'language' | 'since' | 'from' | 'until' | 'about' | 'around' | 'the', string> & { perhaps: [string, string] };

export type Period = Pick<Membership, 'from' | 'to' | 'ended'>;

/** Dates of the catalogue (EDTF) and periods in words. */
type PeriodTexts = {
  /** `1969`, `about 1969`, `May 1976`, `1969?` */
  date(date: string): string;
  /** `1978–1982`, `since 1976`, `about 1969–1971`, `until 1975`; "" if nothing is known. */
  period(period: Period): string;
};

const es = { language: 'es', since: 'desde', from: 'desde', until: 'hasta', about: 'hacia', around: 'alrededor de', the: 'el ' };
const en = { language: 'en-GB', since: 'since', from: 'from', until: 'until', about: 'about', around: 'about', the: '' };

export const periodTexts = {
  es: periodsIn({ ...es, perhaps: ['¿', '?'] }),
  en: periodsIn({ ...en, perhaps: ['', '?'] }),
};

function periodsIn({ language, since, from: beginning, until, about, around, the, perhaps: [before, after] }: Words): PeriodTexts {
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  function say(date: string, approximately = about, article = ''): string {
    const plain = date.replace(/[~?]$/, '');
    const isDay = plain.length === 10;
    const words = plain.length === 4 ? plain : (isDay ? day : month).format(Date.parse(plain));
    if (date.endsWith('~')) return `${approximately} ${words}`;
    return date.endsWith('?') ? before + words + after : `${isDay ? article : ''}${words}`;
  }
  const sayAfter = (word: string, date: string) => `${word} ${say(date, around, the)}`;
  return {
    date: (date) => say(date),
    period({ from, to, ended }) {
      if (from && to) return from === to ? say(from) : say(from) + (isShort(from, to) ? '–' : ' – ') + say(to);
      if (to) return sayAfter(until, to);
      if (!from) return '';
      return ended ? `${say(from)}–?` : sayAfter(ended === false ? since : beginning, from);
    },
  };
}

/** Whether the dash stands between two numbers, so that it needs no spaces. */
function isShort(from: string, to: string): boolean {
  return /^\d{4}[~?]?$/.test(from) && /^\d{4}\??$/.test(to);
}
