import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  type GraphQLNamedType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));

/** Everything of a type that clients see by its name: itself, its values, fields and their arguments. */
function partsOf(type: GraphQLNamedType): { path: string; description?: string | null }[] {
  const whole = { path: type.name, description: type.description };
  const part = (path: string, { description }: { description?: string | null }) => ({ path, description });
  if (isEnumType(type)) return [whole, ...type.getValues().map((value) => part(value.name, value))];
  if (isInputObjectType(type))
    return [whole, ...Object.values(type.getFields()).map((field) => part(field.name, field))];
  if (!isObjectType(type)) return [whole];
  const fields = Object.values(type.getFields());
  return [
    whole,
    ...fields.flatMap((field) => [
      part(field.name, field),
      ...field.args.map((argument) => part(`${field.name}(${argument.name})`, argument)),
    ]),
  ];
}

it.each(types.map((type) => ({ name: type.name, type })))('$name is described, and so is all of it', ({ type }) => {
  const without = partsOf(type).filter(({ description }) => !description?.trim());
  expect(without.map(({ path }) => path)).toEqual([]);
});
