/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { Versioned } from '../../model/versioned.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

export function HeroName({ name }: { name: string }) {
  return (
    <h1 class={name.length > 40 ? 'long' : undefined}>
      <bdi>{name}</bdi>
    </h1>
  );
}

type Props = { visit: Visit; path: string; api: string; found: Versioned<unknown>; hasPictures: boolean; children?: Child };

/** What can be done with a record. `api`: the path of its JSON. `children`: further links. */
export function Tools({ visit, path, api, found: { version, changedAt }, hasPictures, children }: Props) {
  const { texts, prefix, pictures, language } = visit;
  return (
    <>
      <p class="tools">
        <a class="button" href={`${prefix}${path}/edit`} rel="nofollow">
          {formTexts[language].edit.link}
        </a>
        {children}
        <a class="button" href={`${prefix}${path}/history`}>
          {texts.artist.history}
        </a>
        <a class="button" href={prefix + api}>
          JSON
        </a>
        <span>
          {texts.artist.changed(texts.date(changedAt))}, {texts.artist.version(version)}
        </span>
      </p>
      {!pictures && hasPictures && (
        <p>
          <a href="?pictures=on">{texts.artist.showPictures}</a>
        </p>
      )}
    </>
  );
}
