/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import { Answers } from './answers.tsx';
import { type Docs, type Endpoint, nameOf, type Operation } from './document.ts';
import { Members } from './schema.tsx';
import { TryIt } from './tryIt.tsx';

export function Method({ method }: { method: string }) {
  return <span class={`method ${method}`}>{method.toUpperCase()}</span>;
}

export function OperationCard({ docs, endpoint }: { docs: Docs; endpoint: Endpoint }) {
  const { words, lang } = docs;
  const { method, path, operation } = endpoint;
  return (
    <details class="card operation" id={operation.operationId}>
      <summary>
        <Method method={method} />
        <h3 lang={lang}>{operation.summary}</h3>
        <Path path={path} />
      </summary>
      <div class="inside sides">
        <div>
          {operation.deprecated && <p class="note">{words.deprecated}</p>}
          {operation.description && <p lang={lang}>{inlineCode(operation.description)}</p>}
          <Body docs={docs} operation={operation} />
          <Answers docs={docs} operation={operation} />
        </div>
        <TryIt docs={docs} endpoint={endpoint} />
      </div>
    </details>
  );
}

/** A schema with a name is described once, below the operations. */
function Body({ docs, operation }: { docs: Docs; operation: Operation }) {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (!schema) return null;
  const name = nameOf(schema);
  return (
    <>
      <h4>
        {docs.words.body}
        {name && <a href={`#schema-${name}`}>{name}</a>}
      </h4>
      {!name && <Members docs={docs} schema={schema} />}
    </>
  );
}

/** Lets a narrow screen break a path, before its slashes only. */
export function Path({ path }: { path: string }) {
  return <code class="path">{path.split('/').map((part, i) => (i === 0 ? part : [<wbr />, `/${part}`]))}</code>;
}
