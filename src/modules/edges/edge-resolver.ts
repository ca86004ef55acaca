import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Edge } from './edge.js';

/** An instance of a resolver class for one edge, as if its field were written with decorators. */
export function edgeResolver({ owner, field, description, target, isList, resolve }: Edge): object {
  class EdgeResolver {}
  const { prototype } = EdgeResolver;
  Object.defineProperty(prototype, field, { value: resolve });
  Resolver(() => owner)(EdgeResolver);
  FieldResolver(() => (isList ? [target.type] : target.type), { nullable: !isList, description })(prototype, field, {});
  Root()(prototype, field, 0);
  Ctx()(prototype, field, 1);
  return new EdgeResolver();
}
