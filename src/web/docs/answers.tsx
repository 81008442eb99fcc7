/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import { type Answer, commonProblems, type Docs, type Operation, type Problem, problemsOf } from './document.ts';
import { exampleOf } from './example.ts';
import { TypeText } from './schema.tsx';

export function Answers({ docs, operation }: { docs: Docs; operation: Operation }) {
  const { document, prefix, words } = docs;
  const answers = Object.entries(operation.responses);
  const common = new Map(commonProblems(document));
  const rows = problemsOf(operation).filter(([code]) => !common.has(code));
  return (
    <>
      <h4>{words.answers}</h4>
      {answers
        .filter(([status]) => Number(status) < 400)
        .map(([status, answer]) => (
          <Success docs={docs} status={status} answer={answer} />
        ))}
      {rows.length > 0 && <Problems summary={`${words.ownProblems}: ${rows.length}`} rows={rows} prefix={prefix} />}
    </>
  );
}

function Success({ docs: { document, lang }, status, answer }: { docs: Docs; status: string; answer: Answer }) {
  const schema = answer.content?.['application/json']?.schema;
  return (
    <>
      <p lang={lang}>
        <span class="status">{status}</span> {inlineCode(answer.description)}
        {schema && (
          <>
            : <TypeText schema={schema} />
          </>
        )}
      </p>
      {schema && <pre class="example">{JSON.stringify(exampleOf(document, schema), null, 2)}</pre>}
      <HeaderList headers={answer.headers ?? {}} lang={lang} />
    </>
  );
}

function HeaderList({ headers, lang }: { headers: Record<string, { description?: string }>; lang: string | undefined }) {
  if (Object.keys(headers).length === 0) return null;
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, { description }]) => (
        <div>
          <dt>
            <code>{name}</code>
          </dt>
          <dd lang={lang}>{inlineCode(description ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
}

type ProblemsProps = { summary: string; rows: Problem[]; prefix: string };

export function Problems({ summary, rows, prefix }: ProblemsProps) {
  return (
    <details class="problems">
      <summary>{summary}</summary>
      <ul>
        {rows.map(([code, status]) => (
          <li>
            <span class="status bad">{status}</span>
            <a href={`${prefix}/problems/${code}`}>{code}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
