import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** A schema describes the input of clients, or the output to them. */
export type Direction = 'input' | 'output';

/** Turns schemas into JSON Schema, and collects those that have a name, so that the document has each once. */
export function createSchemas() {
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    /** @returns the schema, or a reference to it where it has a name */
    write(schema: z.ZodType, io: Direction): JsonSchema {
      const {
        $schema: _,
        $defs = {},
        ...written
      } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }) as JsonSchema;
      for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) named[name] = withReferences(definition);
      return withReferences(written);
    },
  };
}

function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), splitTypes);
}

/** `{type: [A, B, null]}` as `{anyOf: [{type: A}, {type: [B, null]}]}`: code generators read one type, or one and null. */
function splitTypes(_name: string, value: unknown): unknown {
  const { type, ...others } = (value ?? {}) as { type?: unknown };
  if (!Array.isArray(type)) return value;
  const types = type.filter((name) => name !== 'null');
  if (types.length < 2) return value;
  const last = type.includes('null') ? [types.pop(), 'null'] : types.pop();
  return { ...others, anyOf: [...types, last].map((name) => ({ type: name })) };
}

type Written = { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema };

function simplify({ zodSchema, jsonSchema }: Written): void {
  mergeNull(jsonSchema);
  // zod bounds every integer to the exact range of a double; our integers go beyond it.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
  // The format says the same, and the pattern is longer than the rest of the schema.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // zod leaves out a default before a transform, but clients need to know what an absent member means.
  const defaultValue = z.globalRegistry.get(zodSchema)?.default ?? plainDefault(zodSchema);
  if (defaultValue !== undefined) jsonSchema.default = defaultValue;
}

/** `{anyOf: [S, null]}` as the shorter `{type: [S's type, null]}`, which code generators read better. */
function mergeNull(schema: JsonSchema): void {
  const [first, second, ...more] = (schema.anyOf ?? []) as JsonSchema[];
  if (!first || second?.type !== 'null' || more.length > 0 || '$ref' in first) return;
  delete schema.anyOf;
  const { type, ...others } = first;
  for (const [name, value] of Object.entries(others)) schema[name] ??= value;
  if (typeof type === 'string') schema.type ??= [type, 'null'];
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
}

function plainDefault(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as { def: { type: string; defaultValue?: unknown } };
  return def.type === 'default' && typeof def.defaultValue !== 'bigint' ? def.defaultValue : undefined;
}
