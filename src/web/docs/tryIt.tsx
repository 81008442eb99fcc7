/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import type { Endpoint, OpenApi, Parameter, Schema } from './document.ts';
import { exampleOf } from './example.ts';
import { TypeText } from './schema.tsx';

/**
 * The form that sends a request. It also documents the parameters, so without script it is there, but disabled. Its fields have no
 * `name`, so that the browser can never put them into an address.
 */
export function TryIt({ document, endpoint, prefix }: { document: OpenApi; endpoint: Endpoint; prefix: string }) {
  const { method, path, operation } = endpoint;
  const security = operation.security ?? document.security;
  const secured = security.length > 0;
  // OpenAPI: an empty requirement says that none is needed.
  const optional = security.some((one) => Object.keys(one).length === 0);
  return (
    <form
      class="try"
      data-operation={operation.operationId}
      data-method={method.toUpperCase()}
      data-path={prefix + path}
      data-secured={secured ? '' : undefined}
    >
      <fieldset disabled>
        <legend>Try it</legend>
        {operation.parameters.map((parameter) => (
          <Field id={`${operation.operationId}-${parameter.name}`} parameter={parameter} />
        ))}
        {operation.requestBody && <Body document={document} id={`${operation.operationId}-body`} content={operation.requestBody.content} />}
        <p class="send">
          <button type="submit">Send</button>
          {secured && <a href="#authorise">{optional ? 'a token or a key is optional' : 'needs a token or a key'}</a>}
        </p>
      </fieldset>
      <p class="outcome" role="status" />
      <div class="reply" />
    </form>
  );
}

function Field({ id, parameter }: { id: string; parameter: Parameter }) {
  const { name, in: part, required, description, schema } = parameter;
  const defaultValue = schema.default === undefined ? undefined : String(schema.default);
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>{' '}
        <small>
          {required ? `${part}, required` : part} · <TypeText schema={schema} />
        </small>
      </label>
      <input id={id} data-in={part} data-name={name} required={required} placeholder={defaultValue} autocomplete="off" spellcheck={false} />
      {description && <p>{inlineCode(description)}</p>}
    </div>
  );
}

function Body({ document, id, content }: { document: OpenApi; id: string; content: Record<string, { schema?: Schema }> }) {
  const types = Object.keys(content);
  const example = JSON.stringify(exampleOf(document, Object.values(content)[0]?.schema ?? {}), null, 2);
  return (
    <div class="field">
      <label for={id}>Body</label>
      <textarea id={id} data-body rows={Math.max(3, example.split('\n').length)} autocomplete="off" spellcheck={false}>
        {example}
      </textarea>
      <select data-type aria-label="Content-Type" hidden={types.length === 1}>
        {types.map((type) => (
          <option>{type}</option>
        ))}
      </select>
    </div>
  );
}
