/** @jsxImportSource #jsx */
import { inlineCode } from '../text.tsx';
import type { DocsWords } from '../texts/docs.ts';
import { Authorise } from './authorise.tsx';
import { endpointsOf, type OpenApi } from './document.ts';
import { Method, OperationCard } from './operation.tsx';
import { SchemaCard } from './schema.tsx';

/** `lang`: the language of the document's texts; undefined if the page has the same. */
type Props = { document: OpenApi; prefix: string; words: DocsWords; lang: string | undefined };

export function Docs({ document, prefix, words, lang }: Props) {
  const { info, servers } = document;
  return (
    <>
      <Contents {...{ document, prefix, words, lang }} />
      <div class="content">
        <h1>
          {info.title} API <small class="version">{info.version}</small>
        </h1>
        {words.lead && <p>{words.lead}</p>}
        <p lang={lang}>{inlineCode(info.description)}</p>
        <p>
          {words.base} <code class="url">{servers[0]?.url}</code>
        </p>
        <Authorise words={words.authorise} />
        <Operations {...{ document, prefix, words, lang }} />
        <Schemas {...{ document, prefix, words, lang }} />
      </div>
    </>
  );
}

export function DocsHead({ prefix }: { prefix: string }) {
  return (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/docs.css`} />
      <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />
      <script type="module" src={`${prefix}/assets/docs.js`} />
    </>
  );
}

function Contents({ document, words, lang }: Props) {
  return (
    <nav class="contents" aria-label={words.operations}>
      {document.tags.map(({ name }) => (
        <section lang={lang}>
          <h2>{name}</h2>
          {endpointsOf(document, name).map(({ method, operation }) => (
            <a href={`#${operation.operationId}`}>
              <Method method={method} /> {operation.summary}
            </a>
          ))}
        </section>
      ))}
    </nav>
  );
}

function Operations({ document, prefix, words, lang }: Props) {
  return (
    <>
      {document.tags.map(({ name, description }) => (
        <section>
          <h2 lang={lang}>
            {name} <small>{description}</small>
          </h2>
          {endpointsOf(document, name).map((endpoint) => (
            <OperationCard {...{ document, endpoint, prefix, words, lang }} />
          ))}
        </section>
      ))}
    </>
  );
}

function Schemas({ document, words, lang }: Props) {
  return (
    <section>
      <h2>
        {words.schemas} <small>{words.schemasLead}</small>
      </h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <SchemaCard {...{ document, name, schema, words, lang }} />
      ))}
    </section>
  );
}
