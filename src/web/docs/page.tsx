/** @jsxImportSource #jsx */
import { Layout } from '../layout.tsx';
import { inlineCode } from '../text.tsx';
import { Authorise } from './authorise.tsx';
import { endpointsOf, type OpenApi } from './document.ts';
import { Method, OperationCard } from './operation.tsx';
import { SchemaCard } from './schema.tsx';

type Props = { document: OpenApi; prefix: string };

export function DocsPage({ document, prefix }: Props) {
  const { info, servers } = document;
  return (
    <Layout title="API" path="/docs" site={{ prefix, docs: true }} head={<Head prefix={prefix} />}>
      <div class="docs">
        <Contents document={document} prefix={prefix} />
        <div class="content">
          <h1>
            {info.title} API <small class="version">{info.version}</small>
          </h1>
          <p>{inlineCode(info.description)}</p>
          <p>
            Base URL <code class="url">{servers[0]?.url}</code>
          </p>
          <Authorise />
          <Operations document={document} prefix={prefix} />
          <Schemas document={document} />
        </div>
      </div>
    </Layout>
  );
}

function Head({ prefix }: { prefix: string }) {
  return (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/docs.css`} />
      <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />
      <script type="module" src={`${prefix}/assets/docs.js`} />
    </>
  );
}

function Contents({ document }: Props) {
  return (
    <nav class="contents" aria-label="Operations">
      {document.tags.map(({ name }) => (
        <section>
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

function Operations({ document, prefix }: Props) {
  return (
    <>
      {document.tags.map(({ name, description }) => (
        <section>
          <h2>
            {name} <small>{description}</small>
          </h2>
          {endpointsOf(document, name).map((endpoint) => (
            <OperationCard document={document} endpoint={endpoint} prefix={prefix} />
          ))}
        </section>
      ))}
    </>
  );
}

function Schemas({ document }: { document: OpenApi }) {
  return (
    <section>
      <h2>
        Schemas <small>What bodies and answers are made of</small>
      </h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <SchemaCard document={document} name={name} schema={schema} />
      ))}
    </section>
  );
}
