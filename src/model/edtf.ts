import { z } from 'zod';
import { type Fault, message } from './fault.ts';

/** A year, a month or a day, each perhaps approximate (`~`) or uncertain (`?`): EDTF level 0 and two signs of level 1 (ISO 8601-2). */
const form = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?[~?]?$/;

const firstYear = 1850;

/** A date of the catalogue, from 1850 to the end of next year. */
export const dateText = z
  .string()
  .superRefine((text, context) => {
    const fault = dateFault(text);
    if (fault) context.addIssue(message(...fault));
  })
  .meta({ pattern: form.source, maxLength: 11 });

function dateFault(text: string): Fault | undefined {
  const span = spanOf(text);
  if (!span) return ['date'];
  const lastYear = new Date().getUTCFullYear() + 1;
  const year = Number(text.slice(0, 4));
  return year < firstYear || year > lastYear ? ['between', firstYear, lastYear] : undefined;
}

/** The first and the last day that a date may mean, as texts that sort; undefined for text that is no date. */
export function spanOf(text: string): { first: string; last: string } | undefined {
  const [, year, month, day] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const last = `${year}-${month ?? '12'}-${day ?? lastDay(year, month ?? '12')}`;
  return isDay(first) && isDay(last) ? { first, last } : undefined;
}

/** Whether the last day of `to` is before the first day of `from`. */
export function isReversed(from: string | null, to: string | null): boolean {
  const [began, ended] = [from && spanOf(from), to && spanOf(to)];
  return Boolean(began && ended && ended.last < began.first);
}

function lastDay(year: string, month: string): string {
  return String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()).padStart(2, '0');
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
