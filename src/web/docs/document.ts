import { sitePaths } from '../paths.ts';
import type { DocsWords } from '../texts/docs.ts';

/** The subset of OpenAPI 3.1 that our document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; description?: string; schema: Schema };

type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;

export type Header = { description?: string };
export type Answer = { description: string; headers?: Record<string, Header>; content?: Content };

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  /** If absent, `security` of the document applies. */
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};

export type Tag = { name: string; description: string };

export type OpenApi = {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: object[];
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Every part of the docs gets these. `lang` names the language of the document; it is undefined if the page has the same. */
export type Docs = { document: OpenApi; prefix: string; words: DocsWords; lang: string | undefined };

export type Endpoint = { method: string; path: string; operation: Operation };

/** Resolves all references except those to schemas, which the page links to. */
export function expanded(document: object): OpenApi {
  const expand = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(expand);
    if (typeof part !== 'object' || part === null) return part;
    const reference = '$ref' in part ? String(part.$ref) : '';
    if (reference !== '' && !reference.startsWith(schemas)) return expand(valueAt(document, reference));
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, expand(value)]));
  };
  return expand(document) as OpenApi;
}

const schemas = '#/components/schemas/';

function valueAt(document: object, reference: string): unknown {
  let part: unknown = document;
  for (const step of reference.slice(2).split('/')) part = (part as Record<string, unknown>)[step];
  return part;
}

export function endpointsOf(document: Pick<OpenApi, 'paths'>, tag: string): Endpoint[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .filter(({ operation }) => operation.tags.includes(tag));
}

export type Problem = [code: string, status: number];

/** The problems of an operation. The document has an example of each. */
export function problemsOf({ responses }: Operation): Problem[] {
  const examples = Object.values(responses).flatMap(({ content }) => Object.entries(content?.['application/problem+json']?.examples ?? {}));
  return examples.map(([code, { value }]) => [code, (value as { status: number }).status]);
}

/** The problems that every operation may answer. */
export function commonProblems({ paths }: OpenApi): Problem[] {
  const [first = [], ...others] = Object.values(paths).flatMap((methods) => Object.values(methods).map(problemsOf));
  return first.filter(([code]) => others.every((each) => each.some(([other]) => other === code)));
}

/** The schemas that the operations of a tag use, directly or through other schemas. */
export function schemasOf(document: OpenApi, tag: string): [name: string, schema: Schema][] {
  const found = new Map<string, Schema>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      const schema = document.components.schemas[name] ?? {};
      found.set(name, schema);
      collect(schema);
    }
  };
  collect(endpointsOf(document, tag));
  return [...found];
}

/** The section of a tag in the address of its page. */
export const segmentOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

export const sectionPath = (tag: string) => sitePaths.docsSection.replace(':section', segmentOf(tag));

export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

export function resolve(document: OpenApi, schema: Schema): Schema {
  const name = nameOf(schema);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}
