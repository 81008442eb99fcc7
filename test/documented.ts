import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './harness.ts';

type Content = Record<string, { schema?: object }>;
type Operation = { operationId: string; responses: Record<string, { content?: Content; headers?: object }>; security?: object[] };
export type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
};

const validators = new WeakMap<object, ValidateFunction>();

/** Holds an answer of an API path against the OpenAPI document: its status, media type and exact shape. */
export function assertDocumented(
  document: OpenApi,
  method: string,
  path: string,
  answer: Pick<Answer, 'status' | 'headers' | 'text'>,
): void {
  const [pathname = ''] = path.split('?');
  const template = Object.keys(document.paths).find((candidate) => templatePattern(candidate).test(pathname));
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  if (!operation) {
    assertProblemOutside(document, pathname, method, answer);
    return;
  }
  const response = operation.responses[answer.status];
  if (!response) throw new Error(`${operation.operationId} answered ${answer.status}, which is not documented: ${answer.text}`);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = response.content?.[type]?.schema;
  if (!schema && answer.text !== '')
    throw new Error(`${operation.operationId} answered ${answer.status} with undocumented ${type}: ${answer.text}`);
  if (!schema && response.content) throw new Error(`${operation.operationId} answered ${answer.status} without its body`);
  if (schema) assertSchema(document, schema, answer.text, `${operation.operationId} ${answer.status}`);
  for (const header of Object.keys(response.headers ?? {})) {
    if (header !== 'Link' && !answer.headers.has(header)) throw new Error(`${operation.operationId} ${answer.status} lacks ${header}`);
  }
}

const problemSchema = { $ref: '#/components/schemas/Problem' };

/** What no operation owns (404, 405) is a problem document all the same, except OPTIONS. */
function assertProblemOutside(document: OpenApi, path: string, method: string, answer: Pick<Answer, 'status' | 'headers' | 'text'>): void {
  if (!path.startsWith('/api/') || answer.status < 400 || method === 'HEAD') return;
  assertSchema(document, problemSchema, answer.text, `${method} ${path}`);
}

function assertSchema(document: OpenApi, schema: object, text: string, what: string): void {
  const validate = validators.get(schema) ?? compile(document, schema);
  validators.set(schema, validate);
  if (!validate(JSON.parse(text))) throw new Error(`${what} breaks its schema: ${JSON.stringify(validate.errors)}\n${text}`);
}

function compile(document: OpenApi, schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...schema, components: document.components });
}

function templatePattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
}
