/** @jsxImportSource #jsx */
import { sitePaths } from '../paths.ts';
import { inlineCode } from '../text.tsx';
import { Problems } from './answers.tsx';
import { Authorise } from './authorise.tsx';
import { commonProblems, type Docs, endpointsOf, schemasOf, sectionPath, type Tag } from './document.ts';
import { Method, OperationCard, Path } from './operation.tsx';
import { SchemaCard } from './schema.tsx';

/** The introduction, and a row for each operation. `docs.js` leads a link such as `/docs#createArtist` to the section of its row. */
export function Overview({ docs }: { docs: Docs }) {
  const { document, prefix, words, lang } = docs;
  const { info } = document;
  return (
    <>
      <Contents docs={docs} />
      <div class="content">
        <h1>
          {info.title} API <small class="version">{info.version}</small>
        </h1>
        {words.lead && <p>{words.lead}</p>}
        <p lang={lang}>{inlineCode(info.description)}</p>
        <Start docs={docs} />
        {document.tags.map(({ name, description }) => (
          <section lang={lang} class="operations">
            <h2>
              <a href={prefix + sectionPath(name)}>{name}</a> <small>{description}</small>
            </h2>
            {endpointsOf(document, name).map(({ method, path, operation: { operationId, summary } }) => (
              <a id={operationId} class="row" href={`${prefix}${sectionPath(name)}#${operationId}`}>
                <Method method={method} /> <span>{summary}</span> <Path path={path} />
              </a>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

/** The operations of a tag, and the schemas of their bodies and answers. */
export function Section({ docs, tag }: { docs: Docs; tag: Tag }) {
  const { document, prefix, words, lang } = docs;
  return (
    <>
      <Contents docs={docs} current={tag.name} />
      <div class="content">
        <p>
          <a href={prefix + sitePaths.docs}>‹ {document.info.title} API</a>
        </p>
        <h1 lang={lang}>{tag.name}</h1>
        <p lang={lang}>{tag.description}.</p>
        <Start docs={docs} />
        <h2>{words.operations}</h2>
        <Problems summary={words.commonProblems} rows={commonProblems(document)} prefix={prefix} />
        {endpointsOf(document, tag.name).map((endpoint) => (
          <OperationCard docs={docs} endpoint={endpoint} />
        ))}
        <h2>
          {words.schemas} <small>{words.schemasLead}</small>
        </h2>
        {schemasOf(document, tag.name).map(([name, schema]) => (
          <SchemaCard docs={docs} name={name} schema={schema} />
        ))}
      </div>
    </>
  );
}

function Start({ docs: { document, words } }: { docs: Docs }) {
  return (
    <>
      <p>
        {words.base} <code class="url">{document.servers[0]?.url}</code>
      </p>
      <Authorise words={words.authorise} />
    </>
  );
}

export function DocsHead({ prefix }: { prefix: string }) {
  return (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/docs.css`} />
      <script type="module" src={`${prefix}/assets/docs.js`} />
    </>
  );
}

/** @param current the tag whose operations are listed */
function Contents({ docs: { document, prefix, words, lang }, current }: { docs: Docs; current?: string }) {
  return (
    <nav class="contents" aria-label={words.sections}>
      {document.tags.map(({ name }) => (
        <div lang={lang}>
          <a href={prefix + sectionPath(name)} aria-current={name === current ? 'page' : undefined}>
            {name}
          </a>
          {name === current &&
            endpointsOf(document, name).map(({ method, operation }) => (
              <a href={`#${operation.operationId}`} class="row">
                <Method method={method} /> {operation.summary}
              </a>
            ))}
        </div>
      ))}
    </nav>
  );
}
