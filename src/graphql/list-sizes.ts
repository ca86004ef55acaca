import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import type { ListSize } from '../feature/list-size.js';

/**
 * Expected sizes of the lists of objects that are not connections, by `Type.field`; they multiply the query cost below
 * them.
 */
export type ListSizes = ReadonlyMap<string, ListSize>;

/** Whether a field returns as many items as its argument `first` says. */
export function isPage(field: GraphQLField<unknown, unknown>): boolean {
  return (isList(field) || isConnection(field)) && field.args.some(({ name }) => name === 'first');
}

/** Whether `Type.field` contains the items of a page: `nodes` or `edges` of a connection. */
export function isPageContent(coordinate: string): boolean {
  return /Connection\.(nodes|edges)$/.test(coordinate);
}

/**
 * Checks that the cost of every query can be estimated.
 * @throws {Error} naming each list of objects without a size, each connection without an argument `first`, and each
 * size that belongs to no list
 */
export function checkListSizes(schema: GraphQLSchema, sizes: ListSizes): void {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isIntrospectionType(type)
      ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
      : [],
  );
  const lists = fields.filter(({ coordinate, field }) => needsSize(coordinate, field)).map((each) => each.coordinate);
  const problems = [
    ...lists.filter((list) => !sizes.has(list)).map((list) => `the list ${list} has no declared size`),
    ...[...sizes.keys()]
      .filter((key) => !lists.includes(key))
      .map((key) => `${key} has a size and is no list that needs one`),
    ...fields
      .filter(({ field }) => isConnection(field) && !isPage(field))
      .map(({ coordinate }) => `the connection ${coordinate} takes no first`),
  ];
  if (problems.length > 0) throw new Error(`the cost of queries cannot be estimated: ${problems.join('; ')}`);
}

/** Whether a field is a list of objects, which needs a size. A list of values costs as much as one. */
function needsSize(coordinate: string, field: GraphQLField<unknown, unknown>): boolean {
  return isList(field) && isCompositeType(getNamedType(field.type)) && !isPage(field) && !isPageContent(coordinate);
}

function isList({ type }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type));
}

function isConnection({ type }: GraphQLField<unknown, unknown>): boolean {
  return getNamedType(type).name.endsWith('Connection');
}
