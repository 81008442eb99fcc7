import type { Row } from '../measure.ts';
import { numberText } from './table.ts';

type Point = { artists: number; median: number; min: number; max: number };

const width = 760;
const height = 400;
const plot = { left: 64, right: width - 170, top: 56, bottom: height - 52 };
const gap = 18;

/** Line colours that also differ in lightness and are visible on white and on black. */
const colours = ['#2f81f7', '#d4730b', '#2da44e', '#a371f7'];

const style = `
  text { font: 13px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 15px; font-weight: 600; fill: #24292f }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5 }
  .label { font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9ea7b3 }
    .title { fill: #e6edf3 }
    .grid { stroke: #30363d }
  }`;

/** Plots the cost of a request as the catalogue grows: a line for each kind of request, whiskers from minimum to maximum. */
export function costPlot(rows: Row[]): string {
  const lines = Map.groupBy(
    rows.filter(({ point }) => point),
    ({ point }) => point?.line ?? '',
  );
  const series = [...lines].map(([name, group]) => ({ name, points: group.map(pointOf) }));
  const x = xAxis(series.flatMap(({ points }) => points.map(({ artists }) => artists)));
  const y = yAxis(series.flatMap(({ points }) => points.flatMap(({ min, max }) => [min, max])));
  const labels = withoutOverlap(series.map(({ points }) => y.at(points.at(-1)?.median ?? 0)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Cost of a request in microseconds by number of artists">
<style>${style}
</style>
<text class="title" x="${plot.left}" y="24">Cost of a request, µs of the service's time, by number of artists</text>
${y.ticks.map((tick) => gridLine(y.at(tick), numberText(tick))).join('\n')}
${x.ticks.map((tick) => `<text x="${x.at(tick)}" y="${plot.bottom + 24}" text-anchor="middle">${numberText(tick)}</text>`).join('\n')}
${series.map(({ name, points }, i) => drawLine(name, points, x.at, y.at, colours[i % colours.length] ?? '', labels[i] ?? 0)).join('\n')}
</svg>
`;
}

function pointOf({ point, value }: Row): Point {
  return { artists: point?.artists ?? 0, ...value };
}

/** A logarithmic x axis. */
function xAxis(artists: number[]) {
  const ticks = [...new Set(artists)].sort((a, b) => a - b);
  const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
  const at = (value: number) =>
    Math.round(plot.left + 24 + ((Math.log10(value) - first) / (last - first || 1)) * (plot.right - plot.left - 24));
  return { ticks, at };
}

/** A logarithmic y axis, so that equal growth looks equal at every height. */
function yAxis(costs: number[]) {
  const [first, last] = [Math.floor(Math.log10(Math.min(...costs))), Math.ceil(Math.log10(Math.max(...costs)))];
  const decades = Array.from({ length: last - first }, (_, n) => 10 ** (first + n));
  const ticks = [...decades.flatMap((decade) => [decade, 2 * decade, 5 * decade]), 10 ** last];
  const at = (value: number) => Math.round(plot.bottom - ((Math.log10(value) - first) / (last - first || 1)) * (plot.bottom - plot.top));
  return { ticks, at };
}

function gridLine(y: number, label: string): string {
  return `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/><text x="${plot.left - 10}" y="${y + 4}" text-anchor="end">${label}</text>`;
}

type Scale = (value: number) => number;

function drawLine(name: string, points: Point[], x: Scale, y: Scale, colour: string, labelAt: number): string {
  const path = points.map(({ artists, median }) => `${x(artists)},${y(median)}`).join(' ');
  const marks = points.map(
    ({ artists, median, min, max }) =>
      `<line stroke="${colour}" stroke-width="1.5" opacity="0.5" x1="${x(artists)}" x2="${x(artists)}" y1="${y(min)}" y2="${y(max)}"/><circle fill="${colour}" cx="${x(artists)}" cy="${y(median)}" r="4"/>`,
  );
  const last = points.at(-1)?.median ?? 0;
  const label = `<text class="label" style="fill: ${colour}" x="${plot.right + 12}" y="${labelAt + 4}">${name}, ${numberText(last)} µs</text>`;
  return `<polyline class="line" stroke="${colour}" points="${path}"/>${marks.join('')}${label}`;
}

/** Moves labels down until none overlaps another. */
function withoutOverlap(wanted: number[]): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let above = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    above = Math.max(wanted[i] ?? 0, above + gap);
    placed[i] = above;
  }
  return placed;
}
