/** Formats moments, in ms since 1970, in a time zone. */
type Clock = { date(ms: number): string; time(ms: number): string; day(ms: number): string };

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
  const clock: Clock = { date: (ms) => date.format(ms), time: (ms) => time.format(ms), day: (ms) => day.format(ms) };
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

/** The start of a day in a time zone. @param day its start in UTC, in ms */
function midnight(day: number, zone: string): number {
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(day);
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offset) ?? [];
  return day - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
