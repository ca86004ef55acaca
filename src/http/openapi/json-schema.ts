import type { JsonSchema } from '../../feature/rest-row.js';
import { snakeCase } from '../rest-document.js';

/** Marks an inline schema with the name of the type it was made of, until components.ts gives it a name of its own. */
export const TYPE = 'x-type';

/** What a member says of itself beside what its type says, as long as the type is inline. */
export const NOTE = 'x-note';

/** An object that has these members and no others. What is absent is null, so every member is there. */
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

/** `` `fileReference` `` → `` `file_reference` ``. */
export function restWords(text: string): string {
  return text.replace(/`[a-z][A-Za-z]*`/g, snakeCase);
}

export function ref(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** `status_code` → `StatusCode`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[_-])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
