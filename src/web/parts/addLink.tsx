/** @jsxImportSource #jsx */
import { formPaths } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

export function AddLink({ visit: { prefix, language } }: { visit: Visit }) {
  return (
    <a class="button" href={prefix + formPaths.addArtist} rel="nofollow">
      {formTexts[language].add.title}
    </a>
  );
}
