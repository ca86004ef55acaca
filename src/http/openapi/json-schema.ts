import type { JsonSchema } from '../../feature/rest-row.js';
import { snakeCase } from '../../platform/api/pointer.rules.js';

/** Keyword that marks an inline schema with the name of its GraphQL type, until components.ts names the schema. */
export const TYPE = 'x-type';

/** Keyword for the description of a member, beside that of its type, as long as the type is inline. */
export const NOTE = 'x-note';

/** Schema of an object with exactly these members. Absent values are null, so every member is required. */
export function objectOf(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

/** The schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (TYPE in schema || typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'] };
}

/** The schema without its null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const [first] = (schema.anyOf ?? []) as JsonSchema[];
  return first ?? schema;
}

/** The schema with a description, unless there is none; names in it are spelled as in REST. */
export function described(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...schema, [TYPE in schema ? NOTE : 'description']: restWords(description) } : schema;
}

/** The schema of a member or an argument of the graph, with its description and, where it will go, the announcement of that. */
export function memberSchema(
  schema: JsonSchema,
  {
    description,
    deprecationReason,
  }: { description?: string | null | undefined; deprecationReason?: string | null | undefined },
): JsonSchema {
  if (!deprecationReason) return described(schema, description);
  return { ...described(schema, [deprecationReason, description].filter(Boolean).join(' ')), deprecated: true };
}

/** `` `fileReference` `` → `` `file_reference` ``. */
export function restWords(text: string): string {
  return text.replace(/`[a-z][A-Za-z]*`/g, snakeCase);
}

/** Reference to a component of the OpenAPI document. */
export function ref(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** `status_code` → `StatusCode`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[_-])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
