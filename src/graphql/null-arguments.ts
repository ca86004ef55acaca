import { isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../context.js';

type Field = GraphQLField<unknown, RequestContext, Record<string, unknown>>;

/**
 * Makes every query and subscription treat null for an argument as if it had been omitted, because clients send null
 * for variables that are not set. Mutations distinguish the two: null clears a value. Source: our choice; the GraphQL
 * specification (5.4.2.1) leaves it to the service.
 */
export function omitNullArguments(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === mutations || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0) omitNullArgumentsOf(field as Field);
    }
  }
}

function omitNullArgumentsOf(field: Field): void {
  const { resolve, subscribe } = field;
  if (resolve) field.resolve = (source, args, ctx, info) => resolve(source, withoutNulls(args), ctx, info);
  if (subscribe) field.subscribe = (source, args, ctx, info) => subscribe(source, withoutNulls(args), ctx, info);
}

function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
