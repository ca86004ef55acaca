import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import type { ErrorDetail } from '../platform/errors.js';
import { camelCase, snakeCase } from './rest-document.js';

/**
 * Reads a JSON value as an input type: keys in snake_case become the type's fields, everything that does not fit is added to
 * `problems` with its JSON pointer.
 */
export function readJson(value: unknown, type: GraphQLInputType, pointer: string, problems: ErrorDetail[]): unknown {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) {
      problem(problems, pointer, 'is required');
      return;
    }
    return readJson(value, type.ofType, pointer, problems);
  }
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    if (!Array.isArray(value)) {
      problem(problems, pointer, 'must be an array');
      return;
    }
    return value.map((item, index) => readJson(item, type.ofType, `${pointer}/${index}`, problems));
  }
  if (isInputObjectType(type)) return readObject(value, type, pointer, problems);
  return readLeaf(value, type, pointer, problems);
}

function readObject(
  value: unknown,
  type: GraphQLInputObjectType,
  pointer: string,
  problems: ErrorDetail[],
): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problem(problems, pointer, 'must be an object');
    return;
  }
  const fields = type.getFields();
  const given = value as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (snakeCase(camelCase(key)) !== key || !(camelCase(key) in fields)) {
      problem(problems, `${pointer}/${key}`, 'is not known');
    }
  }
  const read: Record<string, unknown> = {};
  for (const field of Object.values(fields)) {
    const key = snakeCase(field.name);
    const result = readJson(given[key], field.type, `${pointer}/${key}`, problems);
    if (key in given) read[field.name] = result;
  }
  return read;
}

/**
 * Reads the text of a path or query parameter as `type`.
 * @param spelling how REST spells values of enums that GraphQL spells otherwise
 */
export function readText(
  text: string,
  type: GraphQLInputType,
  pointer: string,
  problems: ErrorDetail[],
  spelling: Readonly<Record<string, string>> = {},
): unknown {
  const named = getNullableType(type);
  if (isScalarType(named) && named.name === 'Int') {
    if (!/^-?\d{1,9}$/.test(text)) {
      problem(problems, pointer, 'must be a whole number');
      return;
    }
    return Number(text);
  }
  if (isScalarType(named) && named.name === 'Boolean') {
    if (text !== 'true' && text !== 'false') {
      problem(problems, pointer, 'must be true or false');
      return;
    }
    return text === 'true';
  }
  if (isEnumType(named)) {
    const values = named.getValues().map(({ name }) => ({ name, spelled: spelling[name] ?? name }));
    const value = values.find(({ spelled }) => spelled === text);
    if (value) return value.name;
    const spellings = values.map(({ spelled }) => spelled).join(', ');
    problem(problems, pointer, `must be one of ${spellings}`);
    return;
  }
  return readLeaf(text, named, pointer, problems);
}

function readLeaf(value: unknown, type: GraphQLInputType, pointer: string, problems: ErrorDetail[]): unknown {
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    if (typeof value === 'string' && names.includes(value)) return value;
    problem(problems, pointer, `must be one of ${names.join(', ')}`);
    return;
  }
  if (!isScalarType(type)) {
    problem(problems, pointer, 'has a type that cannot be read');
    return;
  }
  if (type.name === 'ID' && typeof value !== 'string') {
    problem(problems, pointer, 'must be a string');
    return;
  }
  if (typeof value === 'string' && value.includes('\0')) {
    problem(problems, pointer, 'may not have a NUL byte');
    return;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    problem(problems, pointer, 'may not have half of a surrogate pair');
    return;
  }
  try {
    type.parseValue(value);
    return value;
  } catch {
    problem(problems, pointer, `must be ${WORDS[type.name] ?? type.name}`);
    return;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  String: 'a string',
  Int: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
  JSON: 'an object',
  DateTimeISO: 'an RFC 3339 timestamp',
};

function problem(problems: ErrorDetail[], field: string, message: string): undefined {
  problems.push({ field, message });
  return undefined;
}
