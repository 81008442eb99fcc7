import { type OpenApi, type Reference, resolved } from './documented.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  enum?: string[];
  example?: unknown;
  default?: unknown;
};
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema };

/** An operation as the OpenAPI document describes it; `bodies` are the schemas of its body by media type; a file has none. */
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  bodies: Record<string, Schema | undefined>;
};

type Described = {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { schema?: Schema | Reference }> };
};

export function operationsOf(document: OpenApi): Operation[] {
  const paths = document.paths as unknown as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter) => resolved<Parameter>(parameter, document)),
      bodies: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          schema && resolved<Schema>(schema as Schema, document),
        ]),
      ),
    })),
  );
}
