/** @jsxImportSource #jsx */
import { z } from 'zod';
import { notFound } from '../../model/problem.ts';
import { timeText } from '../../model/time.ts';
import type { Versioned } from '../../model/versioned.ts';
import { Naming } from '../parts/naming.tsx';
import { readQuery } from '../query.ts';
import { holdsCatalogueText } from '../record/control.ts';
import { recordForms } from '../record/kinds.ts';
import { shownValue } from '../record/shown.ts';
import { formTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds/label.ts';
import type { Shown, Visit } from '../visit.ts';
import { RedactLink } from './redact.tsx';

const timeQuery = z.object({ at: timeText.optional() });

/** The time `at` in the query of a page, in ms since 1970. @throws Problem `invalid-input` */
export function timeAsked(visit: Visit): number | undefined {
  return readQuery(visit, timeQuery).at;
}

type Past = { kind: 'artist' | 'album'; path: string; name: string; found: Versioned<{ name: string }> | undefined };

/** A record as it was at a time, with a link to its current state. @throws Problem `not-found` */
export function pastPage(visit: Visit, { kind, path, name, found }: Past): Shown {
  if (!found) throw notFound('such record at that time');
  const { texts, prefix, language, catalogueLang } = visit;
  const words = formTexts[language];
  const labels: Record<string, Label> = words.kinds[kind].labels;
  const record = found.record as Record<string, unknown>;
  return {
    title: `${found.record.name}, ${texts.artist.version(found.version)}`,
    path,
    hidden: true,
    body: (
      <>
        <p class="kicker">
          <a href={prefix + path}>
            ‹ <Naming visit={visit} text={texts.history.back} names={[name]} />
          </a>
        </p>
        <h1 lang={catalogueLang}>
          <bdi>{found.record.name}</bdi>
        </h1>
        <p class="lead">{texts.history.past(texts.date(found.changedAt), found.version)}</p>
        <dl class="past">
          {Object.entries(labels).map(([member, label]) => {
            const shown = shownValue(record[member], label, words, new Map());
            return (
              <>
                <dt>{label.label}</dt>
                <dd dir="auto" lang={shown !== '' && holdsCatalogueText(recordForms[kind].controls[member]) ? catalogueLang : undefined}>
                  {shown || '–'}
                </dd>
              </>
            );
          })}
        </dl>
        <RedactLink visit={visit} path={path} version={found.version} />
      </>
    ),
  };
}
