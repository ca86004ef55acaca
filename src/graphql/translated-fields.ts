import { defaultFieldResolver, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../context.js';
import { DEFAULT_LANGUAGE } from '../messages/language.js';
import { isTranslated, textFor } from '../messages/translated.js';

/** Answers the fields that were declared as translated in the language of the answer. */
export function translateFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isTranslated(field)) translateField(field as GraphQLField<unknown, RequestContext>);
    }
  }
}

function translateField(field: GraphQLField<unknown, RequestContext>): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (source, args, ctx, info) => {
    const value: unknown = resolve(source, args, ctx, info);
    if (ctx.contentLanguage === DEFAULT_LANGUAGE) return value;
    return value instanceof Promise ? value.then((found) => translated(ctx, found)) : translated(ctx, value);
  };
}

function translated(ctx: RequestContext, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => translated(ctx, each));
  return typeof value === 'string' ? textFor(ctx, value) : value;
}
