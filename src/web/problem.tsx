/** @jsxImportSource #jsx */
import type { Paths } from '../http/paths.ts';
import { problemTypes } from '../http/problemTypes.ts';
import { Problem, type ProblemCode } from '../model/problem.ts';
import { html } from './html.ts';
import { Layout, type Site } from './layout.tsx';
import { inlineCode } from './text.tsx';

/** The `type` of a problem document leads to these pages. */
export function mountProblemPages(paths: Paths, site: Site): void {
  paths.get('/problems', (ctx) => html(ctx, <ProblemList site={site} />));
  paths.get('/problems/:code', (ctx) => {
    const { code = '' } = ctx.params;
    if (!Object.hasOwn(problemTypes, code)) throw new Problem('not-found', 'There is no such problem; /problems lists them.');
    return html(ctx, <ProblemPage code={code as ProblemCode} site={site} />);
  });
}

function ProblemList({ site }: { site: Site }) {
  return (
    <Layout title="Problems" site={site}>
      <h1>Problems</h1>
      <p>
        Every error of the API is a problem document (RFC 9457). Its <code>type</code> is one of these.
      </p>
      <ul class="list">
        {Object.entries(problemTypes).map(([code, { status, title }]) => (
          <li>
            <span class="status bad">{status}</span>
            <a href={`${site.prefix}/problems/${code}`}>{code}</a>
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </Layout>
  );
}

function ProblemPage({ code, site }: { code: ProblemCode; site: Site }) {
  const { status, title, help } = problemTypes[code];
  return (
    <Layout title={title} site={site}>
      <p class="kicker">
        <span class="status bad">{status}</span> <code>{code}</code>
      </p>
      <h1>{title}</h1>
      <p class="lead">{inlineCode(help)}</p>
      <p>
        <a href={`${site.prefix}/problems`}>All problems</a>
      </p>
    </Layout>
  );
}
