/** @jsxImportSource #jsx */
import type { z } from 'zod';
import { may, requireRight } from '../../model/actor.ts';
import { orElse } from '../../model/awaitable.ts';
import { undefinedIfNotFound } from '../../model/problem.ts';
import { showPosition, undoRequest, undoStart } from '../../model/undo.ts';
import { readAccount } from '../../operations/account.ts';
import { reads } from '../../operations/reads.ts';
import { undoAccount as undo } from '../../operations/undo.ts';
import { writes } from '../../operations/writes.ts';
import { type Answer, type MemberVisit, memberForm, type State, validated } from '../form.ts';
import { noFaults } from '../formFaults.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { Field, Hidden, MoreFields, PageForm } from '../parts/form.tsx';
import { taskPage } from '../parts/sheet.tsx';
import { type Report, UndoReport } from '../parts/undoReport.tsx';
import { formPaths } from '../paths.ts';
import { labelsOf, ReasonFields } from '../record/members.tsx';
import { readAll } from '../record/read.ts';
import { readReason } from '../record/reason.ts';
import { readNames, referencesIn } from '../record/reference.ts';
import { formTexts } from '../texts/form.ts';
import { accountIn } from './accountChanges.tsx';

const dayMs = 86_400_000;

/** Shows the plan first. Each press of the button then undoes one part. */
export const undoAccount = memberForm('import, undo and hide', {
  show: async (visit, state) => page(visit, state),

  async onSubmit(visit, { fields, write }) {
    const accountId = accountIn(visit);
    requireRight(visit.member.actor, 'delete albums');
    const [request, reason] = readAll(
      () => readSpan(fields),
      () => readReason(fields),
    );
    const span = { accountId, since: request.since, until: request.until ?? Date.now() };
    const { after = undoStart, dry_run: dryRun } = request;
    const outcome = await undo(
      { ...span, after, dryRun },
      {
        plan: (query) => visit.services.store.readSlow(reads.planUndo, query, visit.caller()),
        write: (part) => write(writes.undoPart, part, reason),
      },
    );
    return page(visit, { typed: fields, faults: noFaults }, { span, outcome, isPlan: dryRun, before: doneBefore(fields) });
  },
});

/** @throws Problem `invalid-input` */
function readSpan(fields: URLSearchParams): z.output<typeof undoRequest> {
  const until = timeOf(fields.get('until'));
  const after = fields.get('after');
  return validated(undoRequest, {
    since: timeOf(fields.get('since')) ?? '',
    ...(until !== undefined && { until }),
    ...(after && { after }),
    dry_run: fields.get('run') === null,
  });
}

/** The UTC time of a `datetime-local` field. Any other text stays as it is, and the schema refuses it. */
function timeOf(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return undefined;
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(trimmed)
    ? `${trimmed.replace(' ', 'T')}${trimmed.length === 16 ? ':00' : ''}Z`
    : trimmed;
}

/** The format of a `datetime-local` field. */
const shownTime = (ms: number) => new Date(ms).toISOString().slice(0, -1);

const doneBefore = (fields: URLSearchParams) => Number(/^\d{1,9}$/.exec(fields.get('done') ?? '')?.[0] ?? 0);

async function page(visit: MemberVisit, state: State, report?: Report): Promise<Answer> {
  const account = accountIn(visit);
  const words = formTexts[visit.language];
  const text = words.account;
  const path = `/accounts/${account}/undo`;
  const listed = report?.outcome.undone.flatMap(({ changes }) => (changes ? { changes } : [])) ?? [];
  const names = await readNames(visit, referencesIn(listed));
  const span = <SpanForm visit={visit} path={path} state={state} />;
  return taskPage({
    title: text.undoTitle(account),
    path,
    head: <EditStyles prefix={visit.prefix} />,
    wide: true,
    lead: text.undoLead,
    back: { href: `${visit.prefix}/accounts/${account}/changes`, label: text.title(account) },
    body: (
      <>
        {report && <UndoReport visit={visit} report={report} names={names} />}
        {report && canGoOn(report) ? (
          <>
            <PageForm visit={visit} action={path} state={state} button={report.isPlan ? text.run : text.more} labels={labelsOf(words, {})}>
              <Hidden fields={runFields(report)} />
              <ReasonFields state={state} words={words} />
            </PageForm>
            {report.isPlan && (
              <MoreFields summary={text.otherSpan} open={false}>
                {span}
              </MoreFields>
            )}
          </>
        ) : (
          span
        )}
        {report && (await isSuspendable(visit, account)) && (
          <p>
            <a class="button" href={`${visit.prefix}${formPaths.adminAccounts}/${account}`}>
              {text.suspend}
            </a>
          </p>
        )}
      </>
    ),
  });
}

/** A deleted account and one's own cannot be suspended. */
async function isSuspendable({ member, services }: MemberVisit, account: bigint): Promise<boolean> {
  if (!may(member.actor, 'administer') || member.account.id === account) return false;
  const found = await orElse(() => services.store.read(readAccount, account), undefinedIfNotFound);
  return found !== undefined && found.suspendedAt === null;
}

function SpanForm({ visit, path, state }: { visit: MemberVisit; path: string; state: State }) {
  const words = formTexts[visit.language];
  const text = words.account;
  const labels = { since: { label: text.since }, until: { label: text.until } };
  return (
    <PageForm visit={visit} action={path} state={state} button={text.look} labels={labelsOf(words, labels)}>
      <p class="note">{text.time}</p>
      <div class="pair">
        <Field name="since" label={text.since} state={state} type="datetime-local" value={shownTime(Date.now() - dayMs).slice(0, 16)} />
        <Field name="until" label={text.until} hint={text.untilHint} state={state} type="datetime-local" />
      </div>
    </PageForm>
  );
}

const canGoOn = ({ outcome, isPlan }: Report) => (isPlan ? outcome.undone.length > 0 || outcome.next !== null : outcome.next !== null);

/** The span of the plan that was shown, and the cursor of the next part. */
function runFields({ span, outcome: { next, undone }, isPlan, before }: Report) {
  const shown = { run: 'on', since: shownTime(span.since), until: shownTime(span.until) };
  return isPlan ? shown : { ...shown, after: next ? showPosition(next) : undefined, done: String(before + undone.length) };
}
