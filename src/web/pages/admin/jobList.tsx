/** @jsxImportSource #jsx */
import type { Job } from '../../../model/job.ts';
import { pageQuery } from '../../../model/page.ts';
import { reads } from '../../../operations/reads.ts';
import { writes } from '../../../operations/writes.ts';
import { type MemberVisit, memberForm } from '../../form.ts';
import { SignedIn } from '../../parts/form.tsx';
import { Next } from '../../parts/next.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { numberIn, readQuery } from '../../query.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.adminJobs;

export const adminJobs = memberForm('administer', {
  async show(visit) {
    const { services, language, caller, prefix, texts } = visit;
    const words = memberTexts[language].jobs;
    const page = readQuery(visit, pageQuery, { limit: '50' });
    const { records, after } = await services.store.readSlow(reads.listJobs, { owner: null, page }, caller());
    return ownPage(visit, 'adminJobs', {
      lead: words.lead,
      body: (
        <form method="post" action={prefix + path}>
          <SignedIn visit={visit} />
          {records.length === 0 && <p class="muted">{words.none}</p>}
          <ul class="rows">
            {records.map((job) => (
              <Row visit={visit} job={job} />
            ))}
          </ul>
          <Next visit={visit} from={{ after }} label={texts.pager.next} />
        </form>
      ),
    });
  },

  async onSubmit(_, { fields, write }) {
    await write(writes.cancelJob, numberIn(fields.get('cancel'), 'such job'));
    return { location: path, done: 'jobCancelled' };
  },
});

function Row({ visit: { language, texts, prefix }, job }: { visit: MemberVisit; job: Job }) {
  const { id, kind, state, accountId, createdAt, endedAt, done, total } = job;
  const words = memberTexts[language].jobs;
  const name = `${words.kinds[kind] ?? kind} ${id}`;
  return (
    <li>
      <div>
        <strong>{name}</strong> <span class={state === 'failed' ? 'tag bad' : 'tag'}>{words.states[state]}</span>
        <p class="note">
          {texts.date(createdAt)}
          {accountId !== null && (
            <>
              {' · '}
              <a href={`${prefix}${formPaths.adminAccounts}/${accountId}`}>{`${words.account} ${accountId}`}</a>
            </>
          )}
          {done > 0 && ` · ${words.progress(done, total)}`}
          {state === 'failed' && <span lang="en">{` · ${detailOf(job)}`}</span>}
        </p>
        {state === 'running' && <progress aria-label={name} {...(total !== null && { value: done, max: Math.max(total, 1) })} />}
      </div>
      {endedAt === null && (
        <button type="submit" name="cancel" value={String(id)} class="quiet" aria-label={`${words.cancel}: ${name}`}>
          {words.cancel}
        </button>
      )}
    </li>
  );
}

function detailOf({ outcome }: Job): string {
  return String((outcome as { detail?: unknown } | null)?.detail ?? '');
}
