/** @jsxImportSource #jsx */
import type { Fault } from '../../model/fault.ts';
import { columnMembers, columnName } from '../../model/import/csvColumns.ts';
import type { Reading, RowError } from '../../model/import/importRow.ts';
import { rowActions } from '../../model/import/plan.ts';
import { type ImportParameters, type ImportStep, stepOf } from '../../model/import/request.ts';
import type { Job } from '../../model/job.ts';
import { parseJson } from '../../model/json.ts';
import { fieldError, invalidInput, type ProblemCode } from '../../model/problem.ts';
import type { Kind } from '../../model/record.ts';
import type { LeftRecord } from '../../model/undo.ts';
import { readImport } from '../../operations/import/job.ts';
import { piecesOf } from '../../operations/job.ts';
import { writes } from '../../operations/writes.ts';
import { chosen, type MemberVisit, memberForm, type State } from '../form.ts';
import { Select } from '../parts/choice.tsx';
import { MoreFields, PageForm, Summary } from '../parts/form.tsx';
import { ownPage } from '../parts/own.tsx';
import { formPaths } from '../paths.ts';
import { numberIn } from '../query.ts';
import { faultWords } from '../texts/faultWords.ts';
import { formTexts } from '../texts/form.ts';
import { importTexts } from '../texts/import.ts';
import { memberTexts } from '../texts/member.ts';
import { nouns } from '../texts/nouns.ts';
import { schemeNamesOf } from '../texts/schemes.ts';
import type { Language } from '../texts/site.ts';
import { importReport, sayError } from './importReport.ts';

/** A row as the job stores it. Every integer is a bigint. */
type Row = { line: bigint; kind: Kind | null; id: bigint | null; record?: Record<string, unknown>; errors?: RowError[] };
type StepSummary = { reading?: Reading; counts: Record<string, bigint>; samples: Record<string, unknown[]> };
type Props = { visit: MemberVisit; job: Job; state: State };

const parametersOf = ({ parameters }: Job) => parameters as unknown as ImportParameters;
export const fileNameOf = (job: Job) => parametersOf(job).file ?? String(job.id);
const pathOf = ({ id }: Job) => `${formPaths.import}/${id}`;
/** The page reloads after this time while the job runs, in s. */
const refresh = '2';
/** The query that asks for the file of all rows. */
const rowsQuery = 'rows';

export const importJob = memberForm('import, undo and hide', {
  async show(visit, state) {
    const job = await jobOf(visit);
    const { step } = stepOf(job);
    const [plan, last] = [await readSummary(visit, job, 'plan'), await readSummary(visit, job, step)];
    const isDone = job.state === 'done';
    const body = (
      <>
        <Status visit={visit} job={job} state={state} />
        {isDone && last && <Counts visit={visit} counts={last.counts} />}
        <Buttons visit={visit} job={job} changes={(plan?.counts.create ?? 0n) + (plan?.counts.update ?? 0n)} />
        {isDone && last && <Samples visit={visit} summary={last} withChanges={step === 'plan'} />}
        {job.endedAt !== null && plan?.reading?.format === 'csv' && <AsRead visit={visit} job={job} state={state} reading={plan.reading} />}
      </>
    );
    const shown = ownPage(visit, 'import', { path: pathOf(job), title: fileNameOf(job), body });
    return job.endedAt === null ? { ...shown, headers: { Refresh: refresh } } : shown;
  },

  async download(visit) {
    return visit.ctx.query(rowsQuery) === undefined ? undefined : importReport(visit, await jobOf(visit));
  },

  async onSubmit(visit, { fields, write }) {
    const job = await jobOf(visit);
    const { id } = job;
    const path = pathOf(job);
    const pressed = (['apply', 'undo', 'cancel'] as const).find((name) => fields.has(name));
    if (pressed === 'cancel') {
      await write(writes.cancelJob, id);
      return { location: path, done: 'jobCancelled' };
    }
    if (pressed) await write(writes.continueImport, { id, step: pressed });
    else await write(writes.replanImport, { id, map: await mapOf(visit, job, fields) });
    return { location: path };
  },
});

async function jobOf({ ctx, member, services }: MemberVisit): Promise<Job> {
  return services.store.read(readImport, { accountId: member.account.id, id: numberIn(ctx.params.import, 'such import') });
}

async function readSummary({ services }: MemberVisit, { id }: Job, step: ImportStep): Promise<StepSummary | undefined> {
  const pieces = await Array.fromAsync(piecesOf(services.store, id, `${step} summary`));
  const text = Buffer.concat(pieces).toString();
  return text === '' ? undefined : (parseJson(text).value as unknown as StepSummary);
}

const fieldOf = (column: number | '') => `column-${column}`;

/** The map of columns, with those that the form adds. @throws Problem `invalid-input` */
async function mapOf(visit: MemberVisit, job: Job, fields: URLSearchParams): Promise<[string, string][]> {
  const { reading } = (await readSummary(visit, job, 'plan')) ?? {};
  const columns = reading?.format === 'csv' ? reading.columns : [];
  const offered = columnMembers().map(columnName);
  const added = columns.flatMap(({ name }, i): [string, string][] =>
    fields.get(fieldOf(i)) ? [[name, chosen(fields, fieldOf(i), offered)]] : [],
  );
  if (added.length === 0) throw invalidInput(fieldError('', 'noneNamed'));
  return [...new Map([...(parametersOf(job).map ?? []), ...added])];
}

function Status({ visit, job, state: sent }: Props) {
  const { language } = visit;
  const { steps } = importTexts[language];
  const { endedAt, state, done, total, outcome } = job;
  const words = steps[stepOf(job).step];
  const isColumnForm = [...sent.typed.keys()].some((name) => name.startsWith(fieldOf('')));
  const sentence = endedAt === null ? words.open : state === 'done' ? words.done : words.cut;
  return (
    <>
      {!isColumnForm && <Summary visit={visit} state={sent} labels={{}} />}
      <p class="lead" role="status">
        {sentence} {endedAt === null && done > 0 && memberTexts[language].jobs.progress(done, total)}
      </p>
      {endedAt === null && <progress aria-label={sentence} {...(total !== null && { value: done, max: Math.max(total, 1) })} />}
      {state === 'failed' && outcome !== null && <Failure language={language} outcome={outcome as Outcome} />}
    </>
  );
}

type Outcome = { code: string; detail: string; fault?: Fault };

function Failure({ language, outcome: { code, detail, fault } }: { language: Language; outcome: Outcome }) {
  const words = faultWords[language];
  const sentence = fault
    ? words.fault({ pointer: '', detail: detail.replace('/file: ', ''), fault })
    : (importTexts[language].failures[code] ?? words.problems[code as ProblemCode]);
  return <p {...(!sentence && { lang: 'en' })}>{sentence ?? detail.replace('/file: ', 'The file ')}</p>;
}

function namesIn(language: Language): Record<string, string> {
  const { actions, undone, left } = importTexts[language];
  return { ...actions, undone, left };
}

/** The number of rows of each action, or of the records that an undo has undone and left. */
function Counts({ visit: { language, texts }, counts }: { visit: MemberVisit; counts: StepSummary['counts'] }) {
  const names = namesIn(language);
  return (
    <dl class="figures">
      {Object.entries(counts).map(([name, count]) => (
        <div>
          <dt>{names[name] ?? name}</dt>
          <dd>{texts.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Buttons({ visit: { language, prefix, member }, job, changes }: { visit: MemberVisit; job: Job; changes: bigint }) {
  const words = importTexts[language];
  const { step } = stepOf(job);
  const { endedAt, state } = job;
  const hasRows = step === 'plan' ? state === 'done' : endedAt !== null;
  const isBrokenOff = state === 'failed' || state === 'cancelled';
  const canApply = (step === 'plan' && state === 'done' && changes > 0n) || (step === 'apply' && isBrokenOff);
  return (
    <form method="post" action={prefix + pathOf(job)}>
      <p class="send">
        {endedAt === null && <Button name="cancel" label={memberTexts[language].jobs.cancel} />}
        {canApply && <Button name="apply" label={step === 'plan' ? words.apply(changes) : words.again} />}
        {step === 'undo' && isBrokenOff && <Button name="undo" label={words.again} />}
        {endedAt !== null && step !== 'plan' && <a href={`${prefix}/accounts/${member.account.id}/changes`}>{words.changes}</a>}
        {hasRows && <a href={`${prefix}${pathOf(job)}?${rowsQuery}`}>{words.rows}</a>}
        {endedAt !== null && <a href={prefix + formPaths.import}>{words.other}</a>}
      </p>
      {step === 'apply' && endedAt !== null && (
        <MoreFields summary={words.undo} open={false}>
          <p>{words.sure}</p>
          <p class="send">
            <Button name="undo" label={words.yes} />
          </p>
        </MoreFields>
      )}
    </form>
  );
}

const Button = ({ name, label }: { name: string; label: string }) => (
  <button type="submit" name={name} value="on">
    {label}
  </button>
);

type SamplesProps = { visit: MemberVisit; summary: StepSummary; withChanges: boolean };

/** @param withChanges whether to show all rows; else only conflicts and errors, the last two actions */
function Samples({ visit, summary: { counts, samples }, withChanges }: SamplesProps) {
  const { language } = visit;
  const words = importTexts[language];
  const sayLeft = ({ name, id, reason }: LeftRecord) => `${name || id}: ${formTexts[language].account.reasons[reason]}`;
  const shown = [...(withChanges ? rowActions : rowActions.slice(-2)).toReversed(), 'left'].filter((name) => samples[name]?.length);
  return shown.map((name) => {
    const rows = samples[name] as (Row | LeftRecord)[];
    return (
      <>
        <h2>
          {namesIn(language)[name]} {BigInt(rows.length) < (counts[name] ?? 0n) && <small>({words.first})</small>}
        </h2>
        <ul>
          {rows.map((row) => (
            <li>
              {['line' in row && words.line(row.line), row.kind && nouns[language][row.kind].name].filter(Boolean).join(', ')}:{' '}
              <bdi>{'line' in row ? sayRow(visit, row) : sayLeft(row)}</bdi>
            </li>
          ))}
        </ul>
      </>
    );
  });
}

/** The row as one line: its errors and members, else its id. */
function sayRow({ language }: MemberVisit, { kind, id, record = {}, errors = [] }: Row): string {
  const labelOf = (member: string) => (kind && formTexts[language].kinds[kind].labels[member]?.label) ?? member;
  const messages = errors.map((error) => {
    const { column, member } = error;
    const where = column === null ? member && labelOf(member) : importTexts[language].column(column);
    return [where, sayError(language, error)].filter(Boolean).join(': ');
  });
  const members = Object.entries(record).filter(([, value]) => value && (typeof value !== 'object' || Array.isArray(value)));
  const said = members.map(([name, value]) => `${labelOf(name)}: ${value}`).join(' · ');
  return [...messages, said].filter(Boolean).join(' ') || (id === null ? '' : `${importTexts[language].id} ${id}`);
}

function AsRead({ visit, job, state, reading }: Props & { reading: Reading & { format: 'csv' } }) {
  const { language } = visit;
  const words = importTexts[language];
  const { encoding, separator, columns } = reading;
  const schemes = { ...schemeNamesOf.artist(), ...schemeNamesOf.album() };
  const options = columnMembers().map(({ kind, member }): [string, string] => {
    const label =
      formTexts[language].kinds[kind as 'artist'].labels[member]?.label ?? schemes[member] ?? (member === 'id' ? words.id : member);
    return [columnName({ kind, member }), `${nouns[language][kind].name}: ${label}`];
  });
  const labels = new Map(options);
  const unmapped = stepOf(job).step === 'plan' ? columns.flatMap(({ member }, i) => (member === null ? [i] : [])) : [];
  return (
    <>
      <h2>{words.read}</h2>
      <p>
        {words.labels.encoding}: {encoding.toUpperCase()}. {words.separator}: {words.separators[separator] ?? separator}.
      </p>
      <ul>
        {columns.map(({ name, member }) => (
          <li>
            <bdi>{name}</bdi> = {member === null ? words.unmapped : (labels.get(member) ?? member)}
          </li>
        ))}
      </ul>
      {unmapped.length > 0 && (
        <PageForm visit={visit} action={pathOf(job)} state={state} button={words.replan}>
          <p>{words.unmappedHint}</p>
          {unmapped.map((i) => (
            <Select name={fieldOf(i)} label={columns[i]?.name ?? ''} state={state} options={[['', words.unmapped], ...options]} />
          ))}
        </PageForm>
      )}
    </>
  );
}
