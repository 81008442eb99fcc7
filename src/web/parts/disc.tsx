/** @jsxImportSource #jsx */
import type { Album } from '../../model/album.ts';
import { decadeClass } from '../decade.ts';
import { sourceTexts } from '../texts/source.ts';
import type { Visit } from '../visit.ts';

/** The number of sleeve patterns in `records.svg`. */
const patterns = 6;

const patternOf = (id: bigint) => Number((id * 7n) % BigInt(patterns));

/** Black vinyl, with a label in the colour of the decade. */
export function Disc({ prefix, year }: { prefix: string; year: number | undefined }) {
  return (
    <svg class={`disc ${decadeClass(year)}`} viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${prefix}/assets/records.svg#disc`} />
    </svg>
  );
}

/** A disc with the artist's name around its label. */
export function NamedDisc({ prefix, year, name }: { prefix: string; year: number | undefined; name: string }) {
  const fits = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]{1,24}$/u.test(name);
  return (
    <svg class={`disc ${decadeClass(year)}`} viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${prefix}/assets/records.svg#disc`} />
      <path id="arc" d="M71 100a29 29 0 0 1 58 0" fill="none" />
      {fits && (
        <text class="around" {...(name.length > 17 && { textLength: '84', lengthAdjust: 'spacingAndGlyphs' })}>
          <textPath href="#arc" startOffset="50%">
            {name}
          </textPath>
        </text>
      )}
      {year !== undefined && (
        <text class="year" x="100" y="124">
          {year}
        </text>
      )}
    </svg>
  );
}

/** Whether a title needs smaller type, so that it fits and no word is cut. */
const isLong = (name: string) => name.length > 40 || /[\p{L}\p{N}]{14}/u.test(name);

type SleeveProps = { visit: Visit; album: Album; href?: string };

/** A disc in its sleeve. If the picture does not load, the drawn cover behind it is visible. */
export function Sleeve({ visit: { prefix, pictures, catalogueLang }, album: { id, name, year, image }, href }: SleeveProps) {
  const pattern = patternOf(id);
  const style = pattern % 2 === 0 ? 'front' : 'front inverse';
  const front = (
    <>
      <svg class="pattern" viewBox="0 0 100 100" aria-hidden="true">
        <use href={`${prefix}/assets/records.svg#p${pattern}`} />
      </svg>
      <bdi class={isLong(name) ? 'title long' : 'title'}>{name}</bdi>
      {pictures && image && <Picture src={image} />}
    </>
  );
  return (
    <div class={`sleeve ${decadeClass(year)}`} lang={catalogueLang}>
      <Disc prefix={prefix} year={year} />
      {href === undefined ? (
        <div class={style}>{front}</div>
      ) : (
        <a class={style} href={href}>
          {front}
        </a>
      )}
    </div>
  );
}

/**
 * @param sources the number of the album's sources, which its page lists
 * @param heading whether the year is a heading; `repeated`: the album before it has the same year, which is not shown again
 */
export function DatedSleeve({ sources = 0, heading, ...props }: SleeveProps & { sources?: number; heading?: 'year' | 'repeated' }) {
  const { year } = props.album;
  const Year = heading === 'year' ? 'h4' : 'p';
  return (
    <li class={decadeClass(year)}>
      <Year class="year">
        {heading === 'repeated' ? '\u00a0' : year}
        {sources > 0 && (
          <a class="sourced" href={`${props.href}#sources`}>
            {sourceTexts[props.visit.language].count(sources)}
          </a>
        )}
      </Year>
      <Sleeve {...props} />
    </li>
  );
}

/**
 * A picture from another host, which gets no referrer. `alt` is empty because the name stands next to it, and because the alternative text
 * of a picture that does not load would cover the drawing behind it.
 */
export function Picture({ src }: { src: string }) {
  return <img class="picture" src={src} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />;
}
