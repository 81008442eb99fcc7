import { isDeepStrictEqual } from 'node:util';
import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The parts of an answer that are checked. */
type Answer = { status: number; headers: Headers; text: string };

export type Reference = { $ref: string };
type Content = Record<string, { schema?: object; examples?: object }>;
type Response = { content?: Content; headers?: Record<string, object> };
type Operation = {
  operationId: string;
  description: string;
  parameters: (object | Reference)[];
  responses: Record<string, Response | Reference>;
  /** Absent if the document's own applies. */
  security?: object[];
};
export type OpenApi = {
  openapi: string;
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Response>;
    headers: Record<string, object>;
    examples: Record<string, { value: { title: string } }>;
    securitySchemes: object;
  };
};

type Compile = (schema: object) => ValidateFunction;

/** Compilers by the text of their components: each start has its own document, mostly with the same content. */
const compilers = new Map<string, Compile>();
const compilerOf = new WeakMap<OpenApi, Compile>();

/** Checks an answer of an API path against the OpenAPI document: its status, media type and exact shape. */
export function assertDocumented(document: OpenApi, method: string, path: string, answer: Answer): void {
  const [pathname = ''] = path.split('?');
  const template = Object.keys(document.paths).find((candidate) => templatePattern(candidate).test(pathname));
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  if (!operation) {
    assertProblemOutside(document, pathname, method, answer);
    return;
  }
  const exact = resolved<Response | undefined>(operation.responses[answer.status], document);
  const response = exact ?? (answer.status < 400 ? undefined : resolved<Response | undefined>(operation.responses.default, document));
  if (!response) throw new Error(`${operation.operationId} answered ${answer.status}, which is not documented: ${answer.text}`);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = response.content?.[type]?.schema;
  if (!schema && answer.text !== '')
    throw new Error(`${operation.operationId} answered ${answer.status} with undocumented ${type}: ${answer.text}`);
  if (!schema && response.content) throw new Error(`${operation.operationId} answered ${answer.status} without its body`);
  if (schema && /[/+]json$/.test(type)) assertSchema(document, schema, answer.text, `${operation.operationId} ${answer.status}`);
  // An answer with several records has no date.
  const undated = operation.operationId === 'readArtist' && new URLSearchParams(path.split('?')[1]).has('include');
  const promised = Object.keys(exact?.headers ?? {}).filter((header) => !(undated && header === 'Last-Modified'));
  for (const header of [...promised, ...onAll.filter((name) => name in document.components.headers)]) {
    if (!mayLack.includes(header) && !answer.headers.has(header))
      throw new Error(`${operation.operationId} ${answer.status} lacks ${header}`);
  }
  const replayed = exact && JSON.stringify(operation.parameters).includes('/Idempotency-Key"') ? ['Idempotent-Replayed'] : [];
  const allowed = [...Object.keys(response.headers ?? {}), ...onAll, ...replayed];
  for (const header of Object.keys(document.components.headers)) {
    if (answer.headers.has(header) && !allowed.includes(header) && !isOptional(header, answer.status))
      throw new Error(`${operation.operationId} ${answer.status} has an undocumented ${header}`);
  }
  assertConsistent(document, answer, response, operation.operationId);
}

/** Headers of every answer where requests are limited. The document describes them once. */
const onAll = ['RateLimit', 'RateLimit-Policy'];

/** Headers that an answer may lack, because they depend on more than the operation. */
const mayLack = ['Link', 'Idempotent-Replayed'];

/** If several refusals share a status and only some have the header, it is not promised. */
function isOptional(header: string, status: number): boolean {
  return (
    (header === 'Retry-After' && (status === 503 || status === 409)) ||
    (header === 'WWW-Authenticate' && status === 403) ||
    (header === 'ETag' && status === 412)
  );
}

/** The body of a refusal has the same values as its headers. */
function assertConsistent(document: OpenApi, { status, headers, text }: Answer, { content }: Response, name: string): void {
  if (status < 400 || text === '') return;
  const problem = JSON.parse(text) as Record<'type' | 'title' | 'status' | 'instance', string>;
  const code = problem.type.split('/').at(-1) ?? '';
  const named = Object.keys(content?.['application/problem+json']?.examples ?? {});
  if (!named.includes(code)) throw new Error(`${name} ${status} has the undocumented problem ${code}`);
  const title = document.components.examples[code]?.value.title;
  const actual = [problem.title, problem.status, problem.instance, headers.get('cache-control'), headers.get('content-type')];
  const wanted = [title, status, `urn:uuid:${headers.get('x-request-id')}`, 'no-store', 'application/problem+json; charset=utf-8'];
  if (!isDeepStrictEqual(actual, wanted)) throw new Error(`${name} ${status} is not consistent: ${JSON.stringify({ actual, wanted })}`);
}

/** A part of a document, or the shared part to which it refers. */
export function resolved<T extends object | undefined>(part: T | Reference, document: OpenApi): T {
  if (!part || !('$ref' in part)) return part as T;
  const [, ...steps] = part.$ref.split('/');
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], document) as T;
}

const problemSchema = { $ref: '#/components/schemas/Problem' };

/** An answer outside all operations (404, 405) is a problem document too. */
function assertProblemOutside(document: OpenApi, path: string, method: string, answer: Answer): void {
  if (!path.startsWith('/api/') || answer.status < 400 || method === 'HEAD') return;
  assertSchema(document, problemSchema, answer.text, `${method} ${path}`);
}

function assertSchema(document: OpenApi, schema: object, text: string, name: string): void {
  const validate = compile(document, schema);
  if (!validate(JSON.parse(text))) throw new Error(`${name} breaks its schema: ${JSON.stringify(validate.errors)}\n${text}`);
}

function compile(document: OpenApi, schema: object): ValidateFunction {
  const compileSchema = compilerOf.get(document) ?? compilerFor(document);
  compilerOf.set(document, compileSchema);
  return compileSchema(schema);
}

function compilerFor({ components }: OpenApi): Compile {
  const text = JSON.stringify(components);
  const compiler = compilers.get(text) ?? makeCompiler(components);
  compilers.set(text, compiler);
  return compiler;
}

/** Compiling takes a hundred times as long as validating, so each schema is compiled once, including the shared ones. */
function makeCompiler(components: object): Compile {
  // Whether the schemas are valid is tested once, in test/unit/shapes.test.ts; here it would take most of the time.
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ components }, 'document');
  const byText = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<object, ValidateFunction>();
  return (schema) => {
    const known = bySchema.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = byText.get(text) ?? ajv.compile(JSON.parse(text));
    byText.set(text, validate);
    bySchema.set(schema, validate);
    return validate;
  };
}

const patterns = new Map<string, RegExp>();

function templatePattern(template: string): RegExp {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
  patterns.set(template, pattern);
  return pattern;
}
