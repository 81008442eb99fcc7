/** @jsxImportSource #jsx */
import { sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';

export function RandomArtistLink({ visit: { prefix, texts } }: { visit: Visit }) {
  return (
    <a class="button" href={prefix + sitePaths.random} rel="nofollow">
      {texts.front.another}
    </a>
  );
}
