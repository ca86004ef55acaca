import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import type { JsonSchema } from '../../feature/rest-row.js';
import { constraintsOfInput } from '../../graphql/constraints.js';
import { snakeCase } from '../../platform/api/pointer.rules.js';
import { described, memberSchema, nullable, TYPE } from './json-schema.js';

/** JSON Schema of each scalar; any value for a scalar that is not listed. */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSON: { type: 'object', additionalProperties: true },
};

/** The schema of a scalar or an enum. */
export function leafSchema(
  type: GraphQLScalarType | GraphQLEnumType,
  spelling: Readonly<Record<string, string>> = {},
): JsonSchema {
  if (!isEnumType(type)) return SCALARS[type.name] ?? {};
  const values = type.getValues().map(({ name }) => spelling[name] ?? name);
  return { [TYPE]: type.name, ...described({ type: 'string', enum: values }, type.description) };
}

/** The schema of a JSON value that is read as `type`, its keys in snake_case. */
export function inputSchema(type: GraphQLInputType): JsonSchema {
  if (!isNonNullType(type)) return nullable(requiredInput(type));
  return requiredInput(type.ofType);
}

function requiredInput(type: GraphQLInputType): JsonSchema {
  const named = getNullableType(type);
  if (isListType(named)) return { type: 'array', items: inputSchema(named.ofType) };
  return isInputObjectType(named) ? inputObject(named) : leafSchema(named);
}

function inputObject(type: GraphQLInputObjectType): JsonSchema {
  const constraints = constraintsOfInput(type.name);
  const fields = Object.values(type.getFields());
  const properties = fields.map((field): [string, JsonSchema] => {
    const schema = memberSchema(inputSchema(field.type), field);
    return [snakeCase(field.name), constrained(schema, constraints[field.name] ?? {})];
  });
  const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required: required.map(({ name }) => snakeCase(name)) } : {}),
    additionalProperties: false,
  };
  return { [TYPE]: type.name, ...described(schema, type.description) };
}

/** The schema with the keywords of its rules; those for items apply to its items. */
export function constrained(schema: JsonSchema, constraints: JsonSchema): JsonSchema {
  const { items, ...own } = constraints;
  const enums = own.enum as unknown[] | undefined;
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  return {
    ...schema,
    ...own,
    ...(enums && isNullable ? { enum: [...enums, null] } : {}),
    ...(items && schema.items ? { items: constrained(schema.items as JsonSchema, items as JsonSchema) } : {}),
  };
}
