/** @jsxImportSource #jsx */

/** `shown`: the value as text. `style`: a class with a colour. */
export type PlotBar = { label: string; value: bigint; shown: string; style?: string };

/** The distance between two bars, in rem. */
const pitch = 2.2;
/** The most characters of a label that fit. */
const maxLabel = 36;

/** Numbers as bars below their labels. Screen readers skip the plot, so a table beside it must have the same numbers. */
export function Plot({ bars, lang }: { bars: PlotBar[]; lang?: string | undefined }) {
  const max = bars.reduce((max, { value }) => (value > max ? value : max), 1n);
  return (
    <svg class="plot" lang={lang} aria-hidden="true" height={`${(bars.length * pitch).toFixed(1)}rem`}>
      {bars.map(({ label, value, shown, style }, i) => (
        <g class={style ?? 'd0'}>
          <text y={rem(i * pitch + 1)}>{label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label}</text>
          <text class="value" x="100%" y={rem(i * pitch + 1)}>
            {shown}
          </text>
          <rect y={rem(i * pitch + 1.3)} width={`${Math.max(0.5, Number((value * 1000n) / max) / 10)}%`} height="0.5rem" rx="2" />
        </g>
      ))}
    </svg>
  );
}

const rem = (length: number) => `${length.toFixed(1)}rem`;
