/** Formats moments in a time zone. */
export type Clock = { date(at: number): string; time(at: number): string; day(at: number): string };

const clocks = new Map<string, Clock>();

/** @param zone a name of the tz database */
export function clockOf(language: string, zone: string): Clock {
  const key = `${language} ${zone}`;
  const known = clocks.get(key);
  if (known) return known;
  const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const [date, time, day] = [
    formatOf(language === 'en' ? 'en-GB' : language, { dateStyle: 'long' }),
    formatOf('sv', { timeStyle: 'short' }),
    formatOf('sv', { dateStyle: 'short' }),
  ];
  const clock: Clock = { date: (at) => date.format(at), time: (at) => time.format(at), day: (at) => day.format(at) };
  clocks.set(key, clock);
  return clock;
}

const dayMs = 86_400_000;

/** The Mondays of the last weeks, such as `2026-11-23`, the newest first. */
export function lastMondays(now: number, { day }: Clock, count: number): string[] {
  const today = Date.parse(day(now));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  return Array.from({ length: count }, (_, i) => new Date(monday - i * 7 * dayMs).toISOString().slice(0, 10));
}

/** The start and end of the week of a Monday in a time zone, in ms since 1970. */
export function weekFrom(monday: string, zone: string): { since: number; until: number } {
  const start = Date.parse(monday);
  return { since: midnight(start, zone), until: midnight(start + 7 * dayMs, zone) };
}

/** @param day midnight in UTC at the start of the day, in ms */
function midnight(day: number, zone: string): number {
  const named = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(day);
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(named) ?? [];
  return day - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
