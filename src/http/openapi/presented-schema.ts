import type { JsonSchema, PresentedShape } from '../../feature/rest-row.js';
import { objectOf, TYPE, withoutNull } from './json-schema.js';

/**
 * Schema of the output of `present`.
 * @throws {Error} when a path of the row leads to no member of the response
 */
export function presentedSchema(schema: JsonSchema, presented: PresentedShape | undefined): JsonSchema {
  if (!presented) return schema;
  const given = presented.of === undefined ? schema : memberAt(schema, presented.of);
  let result = given;
  for (const [path, what] of Object.entries(presented.members)) {
    const value = typeof what === 'string' ? memberAt(given, what) : what;
    result = withMember(result, path.split('.'), value);
  }
  return presented.name === undefined ? result : named(result, presented.name);
}

function named({ description: _ofTheType, ...schema }: JsonSchema, name: string): JsonSchema {
  return { ...schema, [TYPE]: name };
}

function memberAt(schema: JsonSchema, path: string): JsonSchema {
  return path.split('.').reduce((parent, name) => {
    const { properties } = objectIn(parent);
    const member = (properties as Record<string, JsonSchema> | undefined)?.[name];
    if (!member) throw new Error(`a row presents ${path}, which its document does not select`);
    return member;
  }, schema);
}

/** Object schema of a member, directly, in an array or beside null. */
function objectIn(schema: JsonSchema): JsonSchema {
  const inner = withoutNull(schema);
  return inner.type === 'array' ? objectIn(inner.items as JsonSchema) : inner;
}

function withMember(schema: JsonSchema, [name = '', ...rest]: string[], value: JsonSchema | null): JsonSchema {
  if (schema.anyOf) {
    const [first, ...others] = schema.anyOf as JsonSchema[];
    return { ...schema, anyOf: [withMember(first ?? {}, [name, ...rest], value), ...others] };
  }
  if (schema.type === 'array') {
    return { ...schema, items: withMember(schema.items as JsonSchema, [name, ...rest], value) };
  }
  const { [name]: member, ...others } = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const changed = rest.length > 0 ? withMember(member ?? {}, rest, value) : value;
  return { ...schema, ...objectOf(changed === null ? others : { ...others, [name]: changed }) };
}
