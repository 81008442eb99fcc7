import { type OpenApi, resolve, type Schema } from './document.ts';

/** Optional members without an example are left out. */
export function exampleOf(document: OpenApi, schema: Schema): unknown {
  const { example, default: defaultValue, properties, required = [], items, minimum } = resolve(document, schema);
  if (example !== undefined) return example;
  if (properties) return exampleMembers(document, properties, required);
  if (items) return [exampleOf(document, items)];
  return defaultValue ?? minimum ?? '';
}

function exampleMembers(document: OpenApi, properties: Record<string, Schema>, required: string[]) {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, member]) => required.includes(name) || hasExample(member))
      .map(([name, member]) => [name, exampleOf(document, member)]),
  );
}

function hasExample({ example, default: defaultValue, $ref }: Schema): boolean {
  return example !== undefined || defaultValue !== undefined || $ref !== undefined;
}
