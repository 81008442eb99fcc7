/** @jsxImportSource #jsx */
import { showTime } from '../../model/time.ts';
import type { Versioned } from '../../model/versioned.ts';
import { sitePaths } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

export function HeroName({ visit, name }: { visit: Visit; name: string }) {
  return (
    <h1 class={name.length > 40 ? 'long' : undefined} lang={visit.catalogueLang}>
      <bdi>{name}</bdi>
    </h1>
  );
}

type ToolsProps = { visit: Visit; path: string; hasPictures: boolean };

/** The actions on a record. */
export function Tools({ visit, path, hasPictures }: ToolsProps) {
  const { prefix, language } = visit;
  return (
    <>
      <p class="tools">
        <a class="button" href={`${prefix}${path}/edit`} rel="nofollow">
          {formTexts[language].edit.link}
        </a>
      </p>
      <ShowPictures visit={visit} hasPictures={hasPictures} />
    </>
  );
}

/** The link to the same page with pictures of other hosts, if it has any that it does not show. */
export function ShowPictures({ visit: { ctx, texts, pictures }, hasPictures }: { visit: Visit; hasPictures: boolean }) {
  if (pictures || !hasPictures) return null;
  const query = new URLSearchParams(ctx.search);
  query.set('pictures', 'on');
  return (
    <p>
      <a href={`?${query}`}>{texts.artist.showPictures}</a>
    </p>
  );
}

type FootProps = { visit: Visit; path: string; api: string; feed?: string; name: string; found: Versioned<unknown> };

/** The foot of a record's page: its history. `api`: the path of its JSON, `feed`: of its changes. */
export function RecordFoot({ visit, path, api, feed, name, found }: FootProps) {
  const { texts, prefix } = visit;
  const date = texts.date(found.changedAt);
  return (
    <>
      <p class="tools foot">
        <span>
          {texts.artist.changed(date)}, {texts.artist.version(found.version)}
        </span>
        <a href={`${prefix}${path}/history`}>{texts.artist.history}</a>
        <a href={prefix + api}>JSON</a>
        {feed && <a href={prefix + feed}>{texts.artist.feed}</a>}
        <a href={prefix + sitePaths.random} rel="nofollow">
          {texts.front.another}
        </a>
      </p>
      <Cite visit={visit} path={path} name={name} found={found} date={date} />
    </>
  );
}

type CiteProps = { visit: Visit; path: string; name: string; found: Versioned<unknown>; date: string };

/** How to cite the version that a page shows, with its permanent address. */
function Cite({ visit: { texts, services, catalogueLang }, path, name, found: { version, changedAt }, date }: CiteProps) {
  const address = `${services.publicUrl}${path}?at=${showTime(changedAt)}`;
  return (
    <p class="cite">
      {texts.cite}: “<bdi lang={catalogueLang}>{name}</bdi>”, <cite>Rockola</cite>, {texts.artist.version(version)}, {date}.{' '}
      <a href={address} rel="nofollow">
        {address}
      </a>
    </p>
  );
}
