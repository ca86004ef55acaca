import { buildSchema, isEnumType, isIntrospectionType } from 'graphql';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const enums = Object.values(schema.getTypeMap())
  .filter(isEnumType)
  .filter((type) => !isIntrospectionType(type))
  .map((type) => ({ name: type.name, type }));

it.each(enums)('$name is described, and so is each of its values', ({ type }) => {
  expect(type.description ?? '').not.toBe('');
  const without = type.getValues().filter(({ description }) => !description);
  expect(without.map(({ name }) => name)).toEqual([]);
});
