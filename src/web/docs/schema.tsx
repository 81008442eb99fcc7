/** @jsxImportSource #jsx */
import type { JSX } from '../../jsx.ts';
import { inlineCode } from '../text.tsx';
import { type Docs, nameOf, resolve, type Schema } from './document.ts';

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

type Props = { docs: Docs; schema: Schema };

export function Members({ docs, schema }: Props) {
  const { properties = {}, required = [] } = resolve(docs.document, schema);
  return (
    <dl class="parts">
      {Object.entries(properties).map(([name, member]) => (
        <Member docs={docs} name={name} schema={member} required={required.includes(name)} />
      ))}
    </dl>
  );
}

function Member({ docs, name, schema, required }: Props & { name: string; required: boolean }) {
  const { words, lang } = docs;
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
        {schema.properties && <Members docs={docs} schema={schema} />}
      </dd>
    </div>
  );
}

export function SchemaCard({ docs, name, schema }: Props & { name: string }) {
  return (
    <details class="card" id={`schema-${name}`}>
      <summary>
        <h3>{name}</h3>
      </summary>
      <div class="inside">
        {schema.description && <p lang={docs.lang}>{inlineCode(schema.description)}</p>}
        <Members docs={docs} schema={schema} />
      </div>
    </details>
  );
}
