/** @jsxImportSource #jsx */
import { showTime } from '../../model/time.ts';
import type { Versioned } from '../../model/versioned.ts';
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; path: string; name: string; found: Versioned<unknown>; date: string };

/** How to cite the version that a page shows, with its permanent address. */
export function Cite({ visit: { texts, services, catalogueLang }, path, name, found: { version, changedAt }, date }: Props) {
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
