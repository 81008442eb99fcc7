/** @jsxImportSource #jsx */
import { memoized } from '../jsx.ts';
import { decadeClass } from './decade.ts';
import type { Period } from './texts/period.ts';

/** A stretch of time in years, such as 1978.5. An end that is not known fades out. */
export type Bar = { from: number; to: number; fades?: 'in' | 'out' };
/** The years that a timeline shows. */
export type Scale = { first: number; last: number };

/** The number of years over which a bar fades. */
const fade = 4;

/** @param now in years @returns undefined if neither end is known */
export function barOf({ from, to, ended }: Period, now: number): Bar | undefined {
  const [began, left] = [from && yearsOf(from).first, to && yearsOf(to).last];
  if (began && left) return { from: began, to: Math.max(began, left) };
  if (began) return ended === false ? { from: began, to: Math.max(began, now) } : { from: began, to: began + fade, fades: 'out' };
  return left ? { from: left - fade, to: left, fades: 'in' } : undefined;
}

/** The start and the end of the year, month or day of a date. */
function yearsOf(date: string): Scale {
  const first = inYears(date);
  return { first, last: first + (date.length < 7 ? 1 : date.length < 10 ? 1 / 12 : 1 / 366) };
}

/** @param date `1978`, `1978-05` or `1978-05-30`, each with an optional `~` or `?` after it */
export function inYears(date: string): number {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  return year + (month ? (month - 1) / 12 : 0) + (day ? (day - 1) / 366 : 0);
}

/** The whole years around some bars, ten at least. */
export function scaleOf(bars: Bar[]): Scale {
  const first = Math.floor(Math.min(...bars.map(({ from }) => from)));
  const last = Math.ceil(Math.max(...bars.map(({ to }) => to)));
  const lacking = Math.max(0, 10 - (last - first));
  return { first: first - Math.floor(lacking / 2), last: last + Math.ceil(lacking / 2) };
}

/** The years that get a label: seven at most, at equal steps. */
export function ticksOf({ first, last }: Scale): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((years) => (last - first) / years <= 6) ?? 100;
  const start = Math.ceil(first / step) * step;
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, i) => start + i * step);
}

type Props = { scale: Scale; id: string };

/** The years above a timeline, and definitions that its rows refer to: a grid, and the colours of the decades. */
export const TimeAxis = memoized(({ first, last, id }: Scale & { id: string }) => {
  const scale = { first, last };
  const decades = Array.from({ length: Math.floor(last / 10) - Math.floor(first / 10) + 1 }, (_, i) => (Math.floor(first / 10) + i) * 10);
  return (
    <svg class="axis" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-decades`} gradientUnits="userSpaceOnUse" x1="0%" x2="100%">
          {decades.map((decade) => [
            <stop class={decadeClass(decade)} offset={percent(scale, decade)} />,
            <stop class={decadeClass(decade)} offset={percent(scale, decade + 10)} />,
          ])}
        </linearGradient>
        <g id={`${id}-grid`}>
          {ticksOf(scale).map((year) => (
            <line class="grid" x1={percent(scale, year)} x2={percent(scale, year)} y2="100%" />
          ))}
        </g>
        <Fade id={`${id}-in`} from={0} to={1} />
        <Fade id={`${id}-out`} from={1} to={0} />
      </defs>
      {ticksOf(scale).map((year) => (
        <text x={percent(scale, year)} y="75%">
          {year}
        </text>
      ))}
    </svg>
  );
});

/** A mask that shows one end of a shape and hides the other. */
function Fade({ id, from, to }: { id: string; from: number; to: number }) {
  return (
    <>
      <linearGradient id={`${id}-light`}>
        <stop class="light" offset="0" stop-opacity={from} />
        <stop class="light" offset="1" stop-opacity={to} />
      </linearGradient>
      <mask id={id} maskContentUnits="objectBoundingBox">
        <rect width="1" height="1" fill={`url(#${id}-light)`} />
      </mask>
    </>
  );
}

/** One row of a timeline. It refers to the axis of the same `id`. */
export function TimeRow({ scale, id, bars }: Props & { bars: Bar[] }) {
  return (
    <svg class="bars" aria-hidden="true">
      <use href={`#${id}-grid`} />
      {bars.map(({ from, to, fades }) => (
        <rect
          x={percent(scale, from)}
          width={`${Math.max(0.8, share(scale, to) - share(scale, from)).toFixed(1)}%`}
          fill={`url(#${id}-decades)`}
          mask={fades && `url(#${id}-${fades})`}
        />
      ))}
    </svg>
  );
}

/** Years as dots in the colours of their decades. */
export function TimeDots({ scale, id, years }: Props & { years: number[] }) {
  return (
    <svg class="bars" aria-hidden="true">
      <use href={`#${id}-grid`} />
      {years.map((year) => (
        <circle class={decadeClass(year)} cx={percent(scale, year + 0.5)} />
      ))}
    </svg>
  );
}

const share = ({ first, last }: Scale, year: number) => Math.min(100, Math.max(0, ((year - first) / (last - first)) * 100));
const percent = (scale: Scale, year: number) => `${Math.round(share(scale, year) * 10) / 10}%`;
