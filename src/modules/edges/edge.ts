import type DataLoader from 'dataloader';
import type { ClassType } from 'type-graphql';
import type { RequestContext } from '../../context.js';

/** What edges lead to: its type, how it is loaded, and the operation that a caller has to be allowed to see it. */
export interface Target {
  type: ClassType;
  loader: (ctx: RequestContext) => DataLoader<string, object | null>;
  /** Null where every caller may see it. */
  operation: string | null;
}

/** A field beside a bare id, with what the id names. */
export interface Edge {
  /** The type that has the id, and the field. */
  owner: ClassType;
  field: string;
  description: string;
  target: Target;
  /** Whether it is a list, and not one object or null. */
  isList: boolean;
  resolve: (owner: object, ctx: RequestContext) => Promise<object | null>;
}

/** Properties of a type that are ids. */
type PropertyOf<Owner, Ids> = { [Key in keyof Owner]-?: Owner[Key] extends Ids ? Key : never }[keyof Owner];

/** An edge from an id: null without an id, where there is no target, and where the caller may not see it. */
export function toOne<Owner extends object>(
  owner: ClassType<Owner>,
  id: PropertyOf<Owner, string | null>,
  field: string,
  target: Target,
  description: string,
): Edge {
  const resolve = (root: Owner, ctx: RequestContext) => load(ctx, root[id] as string | null, target);
  return { owner, field, description, target, isList: false, resolve: resolve as Edge['resolve'] };
}

/** An edge from a list of ids: their targets in the order of the ids, without those that there are no more. */
export function toMany<Owner extends object>(
  owner: ClassType<Owner>,
  ids: PropertyOf<Owner, readonly string[]>,
  field: string,
  target: Target,
  description: string,
): Edge {
  const resolve = async (root: Owner, ctx: RequestContext) => {
    const found = await Promise.all((root[ids] as readonly string[]).map((id) => load(ctx, id, target)));
    return found.filter((each) => each !== null);
  };
  return { owner, field, description, target, isList: true, resolve: resolve as Edge['resolve'] };
}

async function load(ctx: RequestContext, id: string | null, { loader, operation }: Target): Promise<object | null> {
  const { app, viewer } = ctx;
  const mayRead = operation === null || app.access.refusalOf(viewer, operation) === null;
  return id === null || !mayRead ? null : ctx.once(loader).load(id);
}
