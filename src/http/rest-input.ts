import {
  coerceInputValue,
  getNullableType,
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import type { ErrorDetail } from '../platform/errors.js';
import { camelCase, snakeCase } from '../platform/api/pointer.rules.js';

/** A place in a request, its type, and where to report an error: at most one for each place. */
export interface InputPlace {
  type: GraphQLInputType;
  /** JSON pointer, with REST names. */
  pointer: string;
  problems: ErrorDetail[];
  /** REST notation of enum values, where it differs from GraphQL's. */
  spelling?: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads a JSON value as an input type: snake_case keys become the fields of the type, then GraphQL's own coercion
 * validates it. REST is stricter than coercion: a single item is not a list, a number is not an id. Returns the value
 * before coercion, because the executor coerces its variables itself.
 */
export function readJson(json: unknown, place: InputPlace): unknown {
  const value = withFieldNames(json, place);
  coerceInputValue(value, place.type, (path, invalid) => {
    const at = path.reduce(inside, place);
    refuse(at, invalid === null || invalid === undefined ? 'is required' : `must be ${described(at)}`);
  });
  return value;
}

/** Reads the text of a path or query parameter. An invalid value stays a text, which the coercion refuses. */
export function readText(text: string, place: InputPlace): unknown {
  const type = getNullableType(place.type);
  if (type === GraphQLInt && /^-?\d+$/.test(text)) return readJson(Number(text), place);
  if (type === GraphQLBoolean && /^(true|false)$/.test(text)) return readJson(text === 'true', place);
  if (!isEnumType(type)) return readJson(text, place);
  const value = type.getValues().find(({ name }) => (place.spelling?.[name] ?? name) === text);
  // The empty text is no value of any enum; GraphQL's spelling is no value of REST's where the two differ.
  return readJson(value?.name ?? '', place);
}

/** Reads a query parameter: a text, or the texts of a list. */
export function readQuery(given: string | readonly string[], place: InputPlace): unknown {
  if (typeof given === 'string') return readText(given, place);
  return given.map((text, index) => readText(text, inside(place, index)));
}

/**
 * The value with GraphQL names as keys, and null for missing required ones. Refuses values that only coercion would
 * accept.
 */
function withFieldNames(value: unknown, place: InputPlace): unknown {
  const type = getNullableType(place.type);
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    if (!Array.isArray(value)) return refuse(place, 'must be an array');
    return value.map((item, index) => withFieldNames(item, inside(place, index)));
  }
  if (isInputObjectType(type)) return isObject(value) ? fieldsOf(value, type, place) : value;
  if (type === GraphQLID && typeof value !== 'string') return refuse(place, 'must be a string');
  if (typeof value === 'string' && value.includes('\0')) refuse(place, 'may not have a NUL byte');
  if (typeof value === 'string' && !value.isWellFormed()) refuse(place, 'may not have half of a surrogate pair');
  return value;
}

function fieldsOf(
  value: Record<string, unknown>,
  type: GraphQLInputObjectType,
  place: InputPlace,
): Record<string, unknown> {
  const fields = type.getFields();
  for (const key of Object.keys(value)) {
    const name = camelCase(key);
    if (name in fields && snakeCase(name) === key) continue;
    refuse({ ...place, pointer: `${place.pointer}/${key}` }, 'is not known');
  }
  return Object.fromEntries(
    Object.values(fields).flatMap((field): [string, unknown][] => {
      const key = snakeCase(field.name);
      if (key in value) return [[field.name, withFieldNames(value[key], inside(place, field.name))]];
      return isRequiredInputField(field) ? [[field.name, null]] : [];
    }),
  );
}

/** Place of a field, by its GraphQL name, or of an item. */
function inside(place: InputPlace, key: string | number): InputPlace {
  const outer = getNullableType(place.type);
  const ofField = isInputObjectType(outer) ? outer.getFields()[key]?.type : undefined;
  return {
    ...place,
    type: isListType(outer) ? outer.ofType : (ofField ?? outer),
    pointer: `${place.pointer}/${typeof key === 'string' ? snakeCase(key) : key}`,
  };
}

/**
 * Reports an error and returns null, with which coercion continues: its further errors for the same place are not
 * added.
 */
export function refuse({ pointer, problems }: Pick<InputPlace, 'pointer' | 'problems'>, message: string): null {
  if (problems.length > PROBLEMS_MAX || problems.some(({ field }) => field === pointer)) return null;
  const isCut = problems.length === PROBLEMS_MAX;
  problems.push(
    isCut ? { field: '', message: 'has further errors, which are not listed' } : { field: pointer, message },
  );
  return null;
}

/** Places that are reported, so that neither the answer nor the work grows with what is wrong. */
const PROBLEMS_MAX = 50;

/** Description of the type at a place, in REST notation. */
function described({ type, spelling = {} }: InputPlace): string {
  const nullable = getNullableType(type);
  if (isInputObjectType(nullable)) return 'an object';
  if (isListType(nullable)) return 'an array';
  if (!isEnumType(nullable)) return DESCRIPTIONS[nullable.name] ?? nullable.name;
  const names = nullable.getValues().map(({ name }) => spelling[name] ?? name);
  return `one of ${names.join(', ')}`;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  String: 'a string',
  Int: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
  JSON: 'an object',
  DateTimeISO: 'an RFC 3339 timestamp',
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
