import { z } from 'zod';
import { mediaTypes } from '../../http/mount.ts';
import type { Route } from '../../http/route.ts';
import { type Right, rights } from '../../model/actor.ts';
import { version } from '../../version.ts';
import { headers } from './headers.ts';
import { createParameters } from './parameters.ts';
import { createResponses, problemExamples } from './responses.ts';
import { createSchemas } from './schemas.ts';

const problem = z
  .strictObject({
    type: z.string().meta({ format: 'uri', description: 'Opens a page that explains it' }),
    title: z.string().meta({ example: 'There is no such resource' }),
    status: z.int().meta({ example: 404 }),
    detail: z.string().meta({ example: 'There is no artist 7.' }),
    instance: z
      .string()
      .meta({ format: 'uri', description: 'Carries the request id', example: 'urn:uuid:0198c3a1-0000-7000-8000-000000000000' }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901)', example: '/name' }),
          detail: z.string().meta({ example: 'is required' }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem' });

const securitySchemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'rkt_…', description: 'The `token` of a login.' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The `api_key` of a login, or a lasting key that you or the operator made.',
  },
};

const description =
  'A catalogue of Argentine rock: artists, their albums, and accounts for the people who look after them. Reading needs no credentials. Integers are exact over all of int64. Errors are problem documents (RFC 9457).';

const limitsDescription = 'Every answer says in `RateLimit-Policy` and `RateLimit` which limits count and what is left of them.';

const tags = [
  { name: 'Artists', description: 'The catalogue' },
  { name: 'Albums', description: 'The albums of an artist' },
  { name: 'Members', description: 'Who played in which group, and when' },
  { name: 'Aliases', description: 'Other names of an artist' },
  { name: 'Identifiers', description: 'Ids of artists and albums in other catalogues' },
  { name: 'Credits', description: 'Further artists of an album, each with their part' },
  { name: 'Tracks', description: 'The tracks of an album' },
  { name: 'Details', description: 'Type, dates and place of an artist or album' },
  { name: 'Sources', description: 'Sources of the records, and other values that they state' },
  { name: 'Search', description: 'Finding by what people type' },
  { name: 'Changes', description: 'What was changed, in order' },
  { name: 'Accounts', description: 'Sign-up and login' },
  { name: 'Webhooks', description: 'Calls to an address of yours when the catalogue changes' },
  { name: 'Jobs', description: 'Long work that goes on after its request, such as a dump' },
  { name: 'Own account', description: 'Your account, its logins and keys' },
  { name: 'Administration', description: 'The accounts of others, and what they changed' },
];

/**
 * `publicUrl`: the address of the service. `hasPublicUrl`: whether the operator has set it; if not, the document says `/` instead. `limits`:
 * whether requests are limited, which adds headers to every answer. `requireConditions`: whether a change of a record must state a
 * precondition.
 */
export type DocumentOptions = { publicUrl: string; hasPublicUrl: boolean; limits: boolean; requireConditions: boolean };

/** The OpenAPI 3.1 document of the routes, made from the schemas that validate. */
export function openApiDocument(routes: Route[], { publicUrl, hasPublicUrl, limits, requireConditions }: DocumentOptions): object {
  const schemas = createSchemas();
  const parameters = createParameters(routes, schemas);
  const responses = createResponses({ limits, requireConditions });
  schemas.write(problem, 'output');

  function operationOf(route: Route): object {
    const { operation, summary, tag, body, deprecation } = route;
    const content = route.receives ? {} : body && { schema: schemas.write(body, 'input') };
    return {
      operationId: operation,
      summary,
      description: descriptionOf(route),
      tags: [tag],
      ...(deprecation && { deprecated: true }),
      ...securityOf(route),
      parameters: parameters.of(route),
      ...(content && {
        requestBody: { required: true, content: Object.fromEntries((route.receives ?? mediaTypes(route)).map((type) => [type, content])) },
      }),
      responses: responses.of(route, (schema) => schemas.write(schema, 'output')),
    };
  }

  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rockola',
      version,
      description: limits ? `${description} ${limitsDescription}` : description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: hasPublicUrl ? publicUrl : '/' }],
    security: credentials,
    tags,
    paths,
    components: {
      schemas: schemas.named,
      responses: responses.shared,
      parameters: parameters.shared,
      headers: used(headers, responses.shared, paths),
      examples: used(problemExamples(publicUrl), responses.shared),
      securitySchemes,
    },
  };
}

const credentials = [{ bearerAuth: [] }, { apiKeyHeader: [] }];

/** Operations that always need credentials have the `security` of the document. `{}`: no credentials. */
function securityOf({ needs, mayNeed }: Route): { security?: object[] } {
  return needs ? {} : { security: mayNeed ? [{}, ...credentials] : [] };
}

function descriptionOf({ description, needs, mayNeed }: Route): string {
  const needed = (right: Right) => `the role ${rights[right].role} and the scope ${rights[right].scope}.`;
  if (needs) return `${description} Needs ${needed(needs)}`;
  return mayNeed ? `${description} The right to ${mayNeed} needs ${needed(mayNeed)}` : description;
}

/** The shared parts to which one of the documents refers. */
function used<T extends object>(parts: T, ...documents: object[]): Partial<T> {
  const text = JSON.stringify(documents);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`/${name}"`))) as Partial<T>;
}
