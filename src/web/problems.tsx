import type { Context, Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import { Problem, type ProblemCode, problems } from '../model/problem.ts';
import { htmlHeaders } from './html.ts';
import { Layout } from './layout.tsx';

/** The pages that the `type` of a problem document opens. */
export function mountProblemPages(app: Hono<AppEnv>, prefix: string): void {
  app.get('/problems', (c) => html(c, <ProblemList prefix={prefix} />));
  app.get('/problems/:code', (c) => {
    const code = c.req.param('code');
    if (!Object.hasOwn(problems, code)) throw new Problem('not-found', 'There is no such problem; /problems lists them.');
    return html(c, <ProblemPage code={code as ProblemCode} prefix={prefix} />);
  });
}

function html(c: Context<AppEnv>, page: unknown) {
  return c.html(`<!doctype html>${String(page)}`, 200, htmlHeaders);
}

function ProblemList({ prefix }: { prefix: string }) {
  return (
    <Layout title="Problems" prefix={prefix}>
      <h1>Problems</h1>
      <p>Every error of the API is a problem document (RFC 9457). Its type is one of these.</p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Status</th>
              <th>Code</th>
              <th>What it means</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(problems).map(([code, { status, title }]) => (
              <tr>
                <td>{status}</td>
                <td>
                  <a href={`${prefix}/problems/${code}`}>{code}</a>
                </td>
                <td>{title}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Layout>
  );
}

function ProblemPage({ code, prefix }: { code: ProblemCode; prefix: string }) {
  const { status, title, help } = problems[code];
  return (
    <Layout title={title} prefix={prefix}>
      <p class="kicker">
        <span class="status">{status}</span> <code>{code}</code>
      </p>
      <h1>{title}</h1>
      <p>{inlineCode(help)}</p>
      <p>
        <a href={`${prefix}/problems`}>All problems</a>
      </p>
    </Layout>
  );
}

/** The help texts mark code with backticks. */
function inlineCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}
