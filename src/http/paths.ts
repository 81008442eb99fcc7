import { Problem } from '../model/problem.ts';
import { decodedBy } from './decoded.ts';
import { HttpProblem } from './httpProblem.ts';
import type { Destination, Handler, RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';

export type Paths = ReturnType<typeof createPaths>;

export function createPaths() {
  const byPattern = new Map<string, Map<string, Handler>>();
  /** By pattern, for patterns with parameters. */
  const expressions = new Map<string, RegExp>();

  function on(method: string, pattern: string, handler: Handler): void {
    const methods = byPattern.getOrInsertComputed(pattern, () => new Map());
    if (pattern.includes(':'))
      expressions.set(pattern, new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`));
    if (methods.has(method)) throw new Error(`${method} ${pattern} is there already`);
    methods.set(method, handler);
  }

  return {
    /** @param pattern with `:name` for parameters */
    on,
    get: (pattern: string, handler: Handler): void => on('GET', pattern, handler),
    post: (pattern: string, handler: Handler): void => on('POST', pattern, handler),
    patterns: (): string[] => [...byPattern.keys()],
    /** A pattern without parameters is found before one with parameters that matches too. */
    find(path: string): Destination {
      if (byPattern.has(path) && !path.includes(':')) return { pattern: path, params: {} };
      for (const [pattern, expression] of expressions) {
        const found = expression.exec(path);
        if (!found) continue;
        const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodedBy(decodeURIComponent, text)]);
        return { pattern, params: Object.fromEntries(params) };
      }
      return { pattern: undefined, params: {} };
    },
    /** @throws Problem `not-found`, `method-not-allowed`, `not-implemented` */
    handlerOf({ pattern, method }: RequestContext): Handler {
      const methods = pattern === undefined ? undefined : byPattern.get(pattern);
      if (!methods) throw new Problem('not-found', 'There is nothing at this path.');
      return methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined) ?? refusalOf([...methods.keys()]);
    },
  };
}

const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'];

/** A path answers OPTIONS, and refuses methods that it does not have with its exact `Allow` (RFC 9110 §15.5.6). */
function refusalOf(verbs: string[]): Handler {
  const allow = [...(verbs.includes('GET') ? ['GET', 'HEAD'] : []), ...verbs.filter((method) => method !== 'GET'), 'OPTIONS'].join(', ');
  return (ctx) => {
    const { method } = ctx;
    if (method === 'OPTIONS') return respond(ctx, 204, null, { Allow: allow, 'Access-Control-Allow-Methods': allow });
    if (!knownMethods.includes(method)) throw new Problem('not-implemented', `The service does not know ${method}.`);
    throw new HttpProblem('method-not-allowed', `This resource has ${allow}.`, { Allow: allow });
  };
}
