/** @jsxImportSource #jsx */
import { problemTypes } from '../../http/problemTypes.ts';
import type { Problem } from '../../model/problem.ts';
import { ofProblem } from '../formFaults.ts';
import { SearchBox } from '../layout.tsx';
import { ownPath } from '../ownPath.ts';
import { ContactLink } from '../parts/contactLink.tsx';
import { Disc } from '../parts/disc.tsx';
import { WaitingForm } from '../parts/waitingForm.tsx';
import { sitePaths } from '../paths.ts';
import type { Refused } from '../receive.tsx';
import { faultWords } from '../texts/faultWords.ts';
import { memberTexts } from '../texts/member.ts';
import type { Shown, Visit } from '../visit.ts';

/** @param typed a form that waits to be sent again */
export function errorPage(visit: Visit, problem: Problem, typed?: Refused): Shown {
  const { ctx, texts, prefix, language } = visit;
  const { status } = problemTypes[problem.code];
  const { title, lead } = wordsFor(visit, problem);
  return {
    title,
    path: ownPath(ctx.path),
    hidden: true,
    status,
    ownSearch: true,
    head: typed && <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />,
    body: (
      <section class="trouble">
        <Disc prefix={prefix} year={undefined} />
        <div>
          <p class="kicker">{status}</p>
          <h1>{title}</h1>
          <p class="lead">{lead}</p>
          {status >= 500 && <code>{ctx.id}</code>}
          {typed ? (
            <>
              <p>{memberTexts[language].waiting.lead}</p>
              <WaitingForm prefix={prefix} {...typed} words={memberTexts[language].waiting} />
            </>
          ) : (
            <SearchBox prefix={prefix} words={texts} large />
          )}
          {status === 403 && <ContactLink visit={visit} />}
          <p>
            <a href={prefix + sitePaths.front}>{texts.errors.home}</a>
          </p>
        </div>
      </section>
    ),
  };
}

function wordsFor({ texts: { errors }, language }: Visit, problem: Problem) {
  const { status } = problemTypes[problem.code];
  if (status === 403 && problem.facts.fault) return { title: errors.forbidden, lead: ofProblem(problem, faultWords[language]) };
  if (status === 404 || status === 410) return errors.notFound;
  if (status === 400 || status === 414) return errors.invalid;
  if (status === 429) return errors.tooMany;
  if (status === 503) return errors.unavailable;
  return status === 500 ? errors.internal : errors.other;
}
