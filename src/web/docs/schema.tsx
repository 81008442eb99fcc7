/** @jsxImportSource #jsx */
import type { JSX } from '../../jsx.ts';
import { inlineCode } from '../text.tsx';
import type { DocsWords } from '../texts/docs.ts';
import { nameOf, type OpenApi, resolve, type Schema } from './document.ts';

/** Type, format and limits in one line. */
export function TypeText({ schema }: { schema: Schema }): JSX.Element {
  const name = nameOf(schema);
  if (name) return <a href={`#schema-${name}`}>{name}</a>;
  if (schema.items)
    return (
      <>
        array of <TypeText schema={schema.items} />
      </>
    );
  return <>{[[schema.type ?? 'any'].flat().join(' or '), schema.format, limits(schema)].filter(Boolean).join(' · ')}</>;
}

function limits({ minimum, maximum, minLength, maxLength }: Schema): string {
  return [range(minimum, maximum), range(minLength || undefined, maxLength, ' characters')].filter(Boolean).join(', ');
}

/** A bound beyond 2^53 is left out: the format `int64` implies it, and a JavaScript number would round it. */
function range(min?: number, max?: number, unit = ''): string {
  const upper = max !== undefined && Number.isSafeInteger(max) ? max : undefined;
  if (min !== undefined && upper !== undefined) return `${min} to ${upper}${unit}`;
  if (min !== undefined) return `at least ${min}${unit}`;
  return upper === undefined ? '' : `at most ${upper}${unit}`;
}

type Props = { document: OpenApi; schema: Schema; words: DocsWords; lang: string | undefined };

export function Members({ document, schema, words, lang }: Props) {
  const { properties = {}, required = [] } = resolve(document, schema);
  return (
    <dl class="parts">
      {Object.entries(properties).map(([name, member]) => (
        <Member {...{ document, name, words, lang }} schema={member} required={required.includes(name)} />
      ))}
    </dl>
  );
}

function Member({ document, name, schema, required, words, lang }: Props & { name: string; required: boolean }) {
  return (
    <div>
      <dt>
        <code>{name}</code> <small>{required ? words.required : words.optional}</small>
      </dt>
      <dd lang={lang}>
        <span class="type">
          <TypeText schema={schema} />
        </span>
        {schema.description && <p>{inlineCode(schema.description)}</p>}
        {schema.properties && <Members {...{ document, schema, words, lang }} />}
      </dd>
    </div>
  );
}

export function SchemaCard({ document, name, schema, words, lang }: Props & { name: string }) {
  return (
    <details class="card" id={`schema-${name}`}>
      <summary>
        <h3>{name}</h3>
      </summary>
      <div class="inside">
        {schema.description && <p lang={lang}>{inlineCode(schema.description)}</p>}
        <Members {...{ document, schema, words, lang }} />
      </div>
    </details>
  );
}
