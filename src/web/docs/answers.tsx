/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import type { Answer, OpenApi, Operation } from './document.ts';
import { exampleOf } from './example.ts';
import { TypeText } from './schema.tsx';

export function Answers({ document, operation, prefix }: { document: OpenApi; operation: Operation; prefix: string }) {
  const answers = Object.entries(operation.responses);
  return (
    <>
      <h4>Answers</h4>
      {answers
        .filter(([status]) => Number(status) < 400)
        .map(([status, answer]) => (
          <Success document={document} status={status} answer={answer} />
        ))}
      <Problems answers={answers.map(([, answer]) => answer)} prefix={prefix} />
    </>
  );
}

function Success({ document, status, answer }: { document: OpenApi; status: string; answer: Answer }) {
  const schema = answer.content?.['application/json']?.schema;
  return (
    <>
      <p>
        <span class="status">{status}</span> {inlineCode(answer.description)}
        {schema && (
          <>
            : <TypeText schema={schema} />
          </>
        )}
      </p>
      {schema && <pre class="example">{JSON.stringify(exampleOf(document, schema), null, 2)}</pre>}
      <HeaderList headers={answer.headers ?? {}} />
    </>
  );
}

function HeaderList({ headers }: { headers: Record<string, { description?: string }> }) {
  if (Object.keys(headers).length === 0) return null;
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, { description }]) => (
        <div>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The document has an example of every code. */
function Problems({ answers, prefix }: { answers: Answer[]; prefix: string }) {
  const rows = answers.flatMap(({ content }) => Object.entries(content?.['application/problem+json']?.examples ?? {}));
  return (
    <details class="problems">
      <summary>{rows.length} problems</summary>
      <ul>
        {rows.map(([code, { value }]) => (
          <ProblemRow code={code} {...(value as { status: number; title: string })} prefix={prefix} />
        ))}
      </ul>
    </details>
  );
}

function ProblemRow({ code, status, title, prefix }: { code: string; status: number; title: string; prefix: string }) {
  return (
    <li>
      <span class="status bad">{status}</span>
      <span>
        <a href={`${prefix}/problems/${code}`}>{code}</a> <small>{title}</small>
      </span>
    </li>
  );
}
