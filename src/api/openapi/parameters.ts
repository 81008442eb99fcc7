import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { contextHeaders } from '../../http/context.ts';
import { keyExample, maxKeyLength, takesKey } from '../../http/idempotencyKey.ts';
import { type Route, writesCatalogue } from '../../http/route.ts';
import { entityTag, type Header, type Reference, text } from './headers.ts';
import type { createSchemas, JsonSchema } from './schemas.ts';

type Parameter = Partial<Header> & { name: string; in: 'header' | 'path' | 'query'; required?: boolean; schema: JsonSchema };

/** Writes the parameters of routes. A parameter that several routes have is written once, as a component. */
export function createParameters(routes: Route[], schemas: ReturnType<typeof createSchemas>) {
  const byRoute = new Map(routes.map((route) => [route, parametersOf(route, schemas)]));
  const all = [...byRoute.values()].flat();
  const repeated = all.filter((parameter, i) => all.findIndex((other) => isDeepStrictEqual(other, parameter)) < i);
  const shared: Record<string, Parameter> = {};
  const sharedName = (parameter: Parameter) => Object.keys(shared).find((name) => isDeepStrictEqual(shared[name], parameter));
  for (const parameter of repeated) if (!sharedName(parameter)) shared[freeName(parameter)] = parameter;

  /** A further parameter with the same name gets a number. */
  function freeName(parameter: Parameter, number = 1): string {
    const name = componentName(parameter) + (number > 1 ? `.${number}` : '');
    return name in shared ? freeName(parameter, number + 1) : name;
  }

  function reference(parameter: Parameter): Parameter | Reference {
    const name = sharedName(parameter);
    return name ? { $ref: `#/components/parameters/${name}` } : parameter;
  }

  return { shared, of: (route: Route) => byRoute.get(route)?.map(reference) };
}

/** Client generators make a type for each parameter and each schema: a parameter `user` would clash with the schema `User`. */
function componentName({ name, in: place }: Parameter): string {
  return place === 'query' ? `query.${name}` : name;
}

function parametersOf(route: Route, schemas: ReturnType<typeof createSchemas>): Parameter[] {
  const written = (schema: z.ZodType | undefined, place: 'path' | 'query') =>
    schema ? membersOf(schemas.write(schema, 'input'), place) : [];
  return [...written(route.params, 'path'), ...written(route.query, 'query'), ...headersOf(route)];
}

type Members = { properties?: Record<string, JsonSchema & { description?: string }>; required?: string[] };

function membersOf({ properties = {}, required = [] }: Members, place: 'path' | 'query'): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    schema,
  }));
}

function headersOf(route: Route): Parameter[] {
  return [
    ...(route.conditions ?? []).map((name) => conditions[name]),
    ...(writesCatalogue(route) ? Object.values(context) : []),
    ...(takesKey(route) ? [idempotencyKey] : []),
    ...(route.stream ? [lastEvent] : []),
  ];
}

const tagList = { type: 'string', pattern: `^(\\*|(W/)?${entityTag}([ \\t]*,[ \\t]*(W/)?${entityTag})*)$` };

/** The precondition headers of requests (RFC 9110 §13.1). */
const conditions: Record<NonNullable<Route['conditions']>[number], Parameter> = {
  'If-Match': header('If-Match', 'Only if the record has one of these entity tags; else 412', tagList),
  'If-None-Match': header(
    'If-None-Match',
    'Only if the record has none of these entity tags; else a GET gets 304. A POST with `*` is refused if its id is taken',
    tagList,
  ),
  'If-Unmodified-Since': header('If-Unmodified-Since', 'Only if the record has not changed since; else 412', text),
  'If-Modified-Since': header('If-Modified-Since', 'Only if the record has changed since; else 304', text),
};

/** RFC 9651 §3.3.3 */
const string = '"([ !#-\\[\\]-~]|\\\\["\\\\])*"';

/** The comment and the source of a change. */
const context: Record<keyof typeof contextHeaders, Parameter> = {
  'Change-Comment': header(
    'Change-Comment',
    'Why the change is made, up to 500 characters: a String or a Display String (RFC 9651 §3.3.8), which takes accents',
    { type: 'string', pattern: `^(${string}|%"([ !#$&-~]|%[0-9a-f]{2})*")$` },
    contextHeaders['Change-Comment'].example,
  ),
  'Change-Source': header(
    'Change-Source',
    'The source of the new values, up to 2,048 characters: an http or https URL as a String (RFC 9651 §3.3.3)',
    { type: 'string', pattern: `^${string}$` },
    contextHeaders['Change-Source'].example,
  ),
};

/** Lets a client repeat a request without repeating its effect (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyKey = header(
  'Idempotency-Key',
  `A name of your own for this request, such as a new UUID, up to ${maxKeyLength} characters. A request that is repeated with the key within 24 hours gets the first answer, and nothing is done twice`,
  { type: 'string', pattern: `^(${string}|[A-Za-z0-9_.:~+/=-]+)$` },
  keyExample,
);

const lastEvent = header('Last-Event-ID', 'For streams: the id of the last event received. It takes precedence over `after`', {
  type: 'string',
  pattern: '^c[1-9]\\d{0,17}-(-?[0-9a-z]{1,11})$',
});

function header(name: string, description: string, schema: JsonSchema, example?: string): Parameter {
  return { name, in: 'header', description, schema, ...(example !== undefined && { example }) };
}
