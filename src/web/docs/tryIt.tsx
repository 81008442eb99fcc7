/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import type { Docs, Endpoint, Parameter, Schema } from './document.ts';
import { exampleOf } from './example.ts';
import { TypeText } from './schema.tsx';

/**
 * The form that sends a request. It also documents the parameters, so without script it is shown, but disabled. Its fields have no
 * `name`, so that the browser can never put them into an address.
 */
export function TryIt({ docs, endpoint }: { docs: Docs; endpoint: Endpoint }) {
  const { document, prefix, words } = docs;
  const { method, path, operation } = endpoint;
  const security = operation.security ?? document.security;
  const secured = security.length > 0;
  // In OpenAPI an empty requirement means that no credential is needed.
  const optional = security.some((requirement) => Object.keys(requirement).length === 0);
  return (
    <form
      class="try"
      data-operation={operation.operationId}
      data-method={method.toUpperCase()}
      data-path={prefix + path}
      data-secured={secured ? '' : undefined}
      autocomplete="off"
      spellcheck={false}
    >
      <fieldset disabled>
        <legend>{words.tryIt}</legend>
        {operation.parameters.map((parameter) => (
          <Field docs={docs} parameter={parameter} />
        ))}
        {operation.requestBody && <Body docs={docs} content={operation.requestBody.content} />}
        <p class="send">
          <button type="submit">{words.send}</button>
          {secured && <a href="#authorise">{optional ? words.credentialOptional : words.credentialNeeded}</a>}
        </p>
      </fieldset>
      <p class="outcome" role="status" />
      <div class="reply" />
    </form>
  );
}

/** The label contains its field and needs no `for`: the ids for it would be a tenth of the page's size. */
function Field({ docs: { words, lang }, parameter }: { docs: Docs; parameter: Parameter }) {
  const { name, in: part, required, description, schema } = parameter;
  const defaultValue = schema.default === undefined ? undefined : String(schema.default);
  return (
    <div class="field">
      <label>
        <code>{name}</code>{' '}
        <small>
          {required ? `${part}, ${words.required}` : part} · <TypeText schema={schema} />
        </small>
        <input data-in={part} data-name={name} required={required} placeholder={defaultValue} />
      </label>
      {description && <p lang={lang}>{inlineCode(description)}</p>}
    </div>
  );
}

function Body({ docs: { document, words }, content }: { docs: Docs; content: Record<string, { schema?: Schema }> }) {
  const types = Object.keys(content);
  const example = JSON.stringify(exampleOf(document, Object.values(content)[0]?.schema ?? {}), null, 2);
  return (
    <div class="field">
      <label>
        {words.body}
        <textarea data-body rows={Math.max(3, example.split('\n').length)}>
          {example}
        </textarea>
      </label>
      <select data-type aria-label="Content-Type" hidden={types.length === 1}>
        {types.map((type) => (
          <option>{type}</option>
        ))}
      </select>
    </div>
  );
}
