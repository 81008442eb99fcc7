/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import type { DocsWords } from '../texts/docs.ts';
import type { Answer, OpenApi, Operation } from './document.ts';
import { exampleOf } from './example.ts';
import { TypeText } from './schema.tsx';

type Words = { words: DocsWords; lang: string | undefined };
type Props = Words & { document: OpenApi; operation: Operation; prefix: string };

export function Answers({ document, operation, prefix, words, lang }: Props) {
  const answers = Object.entries(operation.responses);
  return (
    <>
      <h4>{words.answers}</h4>
      {answers
        .filter(([status]) => Number(status) < 400)
        .map(([status, answer]) => (
          <Success {...{ document, status, answer, lang }} />
        ))}
      <Problems answers={answers.map(([, answer]) => answer)} {...{ prefix, words, lang }} />
    </>
  );
}

type SuccessProps = Pick<Props, 'document' | 'lang'> & { status: string; answer: Answer };

function Success({ document, status, answer, lang }: SuccessProps) {
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

/** The document has an example of every problem code. */
function Problems({ answers, prefix, words, lang }: Words & { answers: Answer[]; prefix: string }) {
  const rows = answers.flatMap(({ content }) => Object.entries(content?.['application/problem+json']?.examples ?? {}));
  return (
    <details class="problems">
      <summary>{words.problems(rows.length)}</summary>
      <ul lang={lang}>
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
