/** @jsxImportSource #jsx */
import { decades } from '../decade.ts';
import { sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';

/** The buttons of the decades. `current`: the decade of the page. */
export function DecadeLinks({ visit: { texts, prefix }, current }: { visit: Visit; current?: number | undefined }) {
  return (
    <nav class="keys" aria-label={texts.front.decades}>
      {decades.map((decade) => (
        <a
          class={`d${decade}`}
          href={`${prefix}${sitePaths.artists}?decade=${decade}`}
          {...(decade === current && { 'aria-current': 'page' as const })}
        >
          {decade}
        </a>
      ))}
    </nav>
  );
}
