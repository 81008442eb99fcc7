import { type OpenApi, type Reference, resolved } from '../../support/documented.ts';

export type Parameter = { name: string; in: 'path' | 'query' | 'header' };

/** A member of a body: an example, null where there is none, and how many code points its text may have, where it is one. */
export type Member = { example: unknown; maxLength?: number | undefined };

/** An operation as its document describes it. */
export type Operation = { operation: string; method: string; path: string; parameters: Parameter[]; body?: Record<string, Member> };

type Schema = { properties?: Record<string, { example?: unknown; maxLength?: number }>; example?: Record<string, unknown> };
type Described = {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { schema: Schema | Reference }> };
};

export function operationsOf(document: OpenApi): Operation[] {
  const paths = document.paths as unknown as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      operation: operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter) => resolved(parameter, document)),
      ...(requestBody && { body: membersOf(requestBody.content, document) }),
    })),
  );
}

function membersOf(content: Record<string, { schema: Schema | Reference }>, document: OpenApi): Record<string, Member> {
  const [first] = Object.values(content);
  const { properties = {}, example } = resolved(first?.schema ?? {}, document);
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      { example: member.example ?? example?.[name] ?? null, maxLength: member.maxLength },
    ]),
  );
}
