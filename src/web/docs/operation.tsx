/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import { Answers } from './answers.tsx';
import { nameOf, type Operation } from './document.ts';
import { Members } from './schema.tsx';
import { type EndpointProps, TryIt } from './tryIt.tsx';

export function Method({ method }: { method: string }) {
  return <span class={`method ${method}`}>{method.toUpperCase()}</span>;
}

export function OperationCard({ document, endpoint, prefix, words, lang }: EndpointProps) {
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
          <Body {...{ document, operation, words, lang }} />
          <Answers {...{ document, operation, prefix, words, lang }} />
        </div>
        <TryIt {...{ document, endpoint, prefix, words, lang }} />
      </div>
    </details>
  );
}

type BodyProps = Pick<EndpointProps, 'document' | 'words' | 'lang'> & { operation: Operation };

/** A schema with a name is described once, below the operations. */
function Body({ document, operation, words, lang }: BodyProps) {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  if (!schema) return null;
  const name = nameOf(schema);
  return (
    <>
      <h4>
        {words.body}
        {name && <a href={`#schema-${name}`}>{name}</a>}
      </h4>
      {!name && <Members {...{ document, schema, words, lang }} />}
    </>
  );
}

/** Lets a narrow screen break a path, before its slashes only. */
export function Path({ path }: { path: string }) {
  return <code class="path">{path.split('/').map((part, i) => (i === 0 ? part : [<wbr />, `/${part}`]))}</code>;
}
