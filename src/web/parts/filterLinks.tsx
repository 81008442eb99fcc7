/** @jsxImportSource #jsx */
import { decades } from '../decade.ts';
import { labelOf, letters } from '../letters.ts';
import type { Visit } from '../visit.ts';

type Props = {
  visit: Visit;
  /** The path of the list that the links lead to. */
  path: string;
  /** The query of the page; each link changes one parameter of it. */
  query?: Record<string, string>;
};

export function DecadeLinks({ visit, path, query = {} }: Props) {
  const keys = decades.map((decade) => ({ value: `${decade}`, label: `${decade}`, style: `d${decade}` }));
  return <FilterLinks {...{ visit, path, query, keys }} name="decade" style="keys" title={visit.texts.front.decades} />;
}

export function YearLinks({ decade, ...props }: Required<Props> & { decade: number }) {
  const keys = Array.from({ length: 10 }, (_, i) => ({ value: `${decade + i}`, label: `${decade + i}` }));
  return <FilterLinks {...props} keys={keys} name="year" style="letters" title={props.visit.texts.albums.years} />;
}

/** @param present the letters that have records; the others become plain text */
export function LetterLinks({ visit, path, query, present }: Required<Props> & { present: string[] }) {
  const keys = letters.map((letter) => ({ value: letter, label: labelOf(letter), empty: !present.includes(letter) }));
  return <FilterLinks {...{ visit, path, query, keys }} name="letter" style="letters" title={visit.texts.artists.letters} />;
}

type NoneProps = Required<Props> & { words: { none: string; noneFit: string } };

/** In place of a list without records. */
export function NoneListed({ visit: { prefix, texts }, path, query, words }: NoneProps) {
  if (Object.keys(query).length === 0) return <p class="muted">{words.none}</p>;
  return (
    <p class="muted">
      {words.noneFit} <a href={prefix + path}>{texts.unfiltered}</a>
    </p>
  );
}

type LinksProps = Required<Props> & {
  name: string;
  style: string;
  title: string;
  keys: { value: string; label: string; style?: string; empty?: boolean }[];
};

/** The link of the current choice removes the filter. */
function FilterLinks({ visit: { prefix }, path, query, name, style, title, keys }: LinksProps) {
  const { [name]: current, ...others } = query;
  const hrefOf = (args: Record<string, string>) => `${prefix}${path}${Object.keys(args).length > 0 ? `?${new URLSearchParams(args)}` : ''}`;
  return (
    <nav class={style} aria-label={title}>
      {keys.map(({ value, label, style, empty }) =>
        empty && value !== current ? (
          <span>{label}</span>
        ) : (
          <a
            {...(style && { class: style })}
            href={hrefOf(value === current ? others : { ...others, [name]: value })}
            {...(value === current && { 'aria-current': 'true' as const })}
          >
            {label}
          </a>
        ),
      )}
    </nav>
  );
}
