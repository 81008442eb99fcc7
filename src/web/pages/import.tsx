/** @jsxImportSource #jsx */
import { encodings } from '../../model/import/importRow.ts';
import { matchMethods } from '../../model/import/plan.ts';
import { importQuery } from '../../model/import/request.ts';
import { formatOf, importFormats } from '../../model/import/source.ts';
import { fieldError, invalidInput } from '../../model/problem.ts';
import { importKind } from '../../operations/import/job.ts';
import { receiveInput } from '../../operations/import/receive.ts';
import { reads } from '../../operations/reads.ts';
import { writes } from '../../operations/writes.ts';
import { type MemberVisit, memberForm, type State, validated } from '../form.ts';
import { Select } from '../parts/choice.tsx';
import { Field, PageForm } from '../parts/form.tsx';
import { ownPage } from '../parts/own.tsx';
import { formPaths } from '../paths.ts';
import { importTexts } from '../texts/import.ts';
import { memberTexts } from '../texts/member.ts';
import { fileNameOf } from './importJob.tsx';

const path = formPaths.import;
/** The most characters of a file name. */
const maxName = 200;
/** The number of the newest jobs that are read. */
const listed = 50n;

export const importPage = memberForm('import, undo and hide', {
  async show(visit, state) {
    const words = importTexts[visit.language];
    return ownPage(visit, 'import', {
      lead: words.lead,
      body: (
        <>
          <Upload visit={visit} state={state} />
          <Earlier visit={visit} jobs={await ownImports(visit)} />
        </>
      ),
    });
  },

  async onUpload({ services }, { fields, file, write }) {
    const {
      match,
      format,
      encoding,
      file: name,
    } = validated(importQuery, {
      ...Object.fromEntries([...fields].filter(([name, value]) => ['match', 'format', 'encoding'].includes(name) && value !== '')),
      ...(file?.name && { file: [...file.name.replace(/\p{Cc}/gu, ' ')].slice(0, maxName).join('') }),
    });
    if (!file || name === undefined) throw invalidInput(fieldError('/file', 'required'));
    const job = await write(writes.createImport, { match, encoding, file: name, format: format ?? formatOf(name) });
    await receiveInput(services.store, job, file.bytes, services.config.maxImport);
    return { location: `${path}/${job.id}` };
  },
});

function Upload({ visit, state }: { visit: MemberVisit; state: State }) {
  const words = importTexts[visit.language];
  const { labels } = words;
  const choices: [name: 'match' | 'format' | 'encoding', options: [string, string][]][] = [
    ['match', matchMethods.map((method) => [method, words.match[method]])],
    ['format', importFormats.map((name) => [name, words.formats[name]])],
    ['encoding', encodings.map((name) => [name, name.toUpperCase()])],
  ];
  return (
    <PageForm visit={visit} action={path} state={state} button={words.send} labels={labels} withFile>
      {choices.map(([name, options]) => (
        <Select name={name} label={labels[name]} state={state} options={[['', words.automatic], ...options]} />
      ))}
      <Field name="file" type="file" label={labels.file} hint={words.fileHint} state={state} required />
    </PageForm>
  );
}

type Jobs = Awaited<ReturnType<typeof ownImports>>;

async function ownImports({ services, member, caller }: MemberVisit) {
  const page = { limit: listed, offset: 0n };
  const { records } = await services.store.readSlow(reads.listJobs, { owner: member.account.id, page }, caller());
  return records.filter(({ kind }) => kind === importKind);
}

function Earlier({ visit: { language, prefix, texts }, jobs }: { visit: MemberVisit; jobs: Jobs }) {
  if (jobs.length === 0) return null;
  return (
    <>
      <h2>{importTexts[language].earlier}</h2>
      <ul>
        {jobs.map((job) => (
          <li>
            <a href={`${prefix}${path}/${job.id}`}>
              <bdi>{fileNameOf(job)}</bdi>
            </a>
            , {texts.date(job.createdAt)} <span class="tag">{memberTexts[language].jobs.states[job.state]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
