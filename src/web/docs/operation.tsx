/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import { Answers } from './answers.tsx';
import { type Endpoint, nameOf, type OpenApi, type Operation } from './document.ts';
import { Members } from './schema.tsx';
import { TryIt } from './tryIt.tsx';

export function Method({ method }: { method: string }) {
  return <span class={`method ${method}`}>{method.toUpperCase()}</span>;
}

export function OperationCard({ document, endpoint, prefix }: { document: OpenApi; endpoint: Endpoint; prefix: string }) {
  const { method, path, operation } = endpoint;
  return (
    <details class="card operation" id={operation.operationId}>
      <summary>
        <Method method={method} />
        <h3>{operation.summary}</h3>
        <code class="path">{breakable(path)}</code>
      </summary>
      <div class="inside sides">
        <div>
          {operation.deprecated && <p class="note">Deprecated.</p>}
          {operation.description && <p>{inlineCode(operation.description)}</p>}
          <BodyMembers document={document} operation={operation} />
          <Answers document={document} operation={operation} prefix={prefix} />
        </div>
        <TryIt document={document} endpoint={endpoint} prefix={prefix} />
      </div>
    </details>
  );
}

function BodyMembers({ document, operation }: { document: OpenApi; operation: Operation }) {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (!schema) return null;
  const name = nameOf(schema);
  return (
    <>
      <h4>Body{name && <a href={`#schema-${name}`}>{name}</a>}</h4>
      <Members document={document} schema={schema} />
    </>
  );
}

/** Lets a narrow screen break a path, before its slashes only. */
function breakable(path: string) {
  return path.split('/').map((part, i) => (i === 0 ? part : [<wbr />, `/${part}`]));
}
