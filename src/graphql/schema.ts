import 'reflect-metadata';
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import type { AccessTable } from '../access/access-table.js';
import type { RequestContext } from '../context.js';
import type { FeatureParts } from '../feature/feature.js';
import { checkRules } from '../platform/api/input-rules.js';
import { AppError } from '../platform/errors.js';
import { requireAccess } from './access.js';
import { describeByUse } from './descriptions.js';
import { toAppError } from './errors.js';
import { omitNullArguments } from './null-arguments.js';
import { relaxRoots } from './nullable-roots.js';

/** Callback for the end of each call of a root field; the outcome is `ok` or the code of the error. */
export type OnOperation = (operation: string, outcome: string) => void;
/** Callback for each call of a root field that fails. */
export type OnFailure = (ctx: RequestContext, operation: string, error: AppError) => void;

/**
 * Builds the schema of all features, with its root fields guarded by the access table.
 * @throws {Error} when an operation has no row in the table, or a row no operation
 */
export function createSchema(
  features: readonly FeatureParts[],
  access: AccessTable,
  onOperation: OnOperation = () => undefined,
  onFailure: OnFailure = () => undefined,
): GraphQLSchema {
  const instances = features.flatMap(({ resolvers }) => resolvers ?? []);
  const byClass = new Map(instances.map((instance) => [instance.constructor, instance]));
  const schema = buildSchemaSync({
    resolvers: [...byClass.keys()] as NonEmptyArray<NewableFunction>,
    container: { get: (someClass: NewableFunction) => byClass.get(someClass) },
    validate: false,
    validateFn: validateArgument,
    pubSub: noPubSub,
  });
  omitNullArguments(schema);
  relaxRoots(schema, access);
  describeByUse(schema);
  const afterMutation = (ctx: RequestContext) => {
    for (const feature of features) feature.afterMutation?.(ctx);
  };
  guardRootFields(schema, access, { onOperation, onFailure, afterMutation });
  return schema;
}

/** Required by TypeGraphQL and never called: every subscription has a source of its own. */
const noPubSub = {
  publish(): never {
    throw new Error('subscriptions have sources of their own');
  },
  subscribe(): never {
    throw new Error('subscriptions have sources of their own');
  },
};

/**
 * Checks an argument: no text in it has characters that PostgreSQL cannot store (a NUL byte, a lone surrogate), and it
 * satisfies the `static rules` of its input class.
 * @throws {AppError} VALIDATION_FAILED naming each wrong field by JSON pointer
 */
function validateArgument(value: unknown, argument: unknown): void {
  if (hasUnstorableText(value)) {
    throw new AppError('VALIDATION_FAILED', 'a text must not contain a NUL byte or half of a surrogate pair');
  }
  checkRules(value, argument);
}

/**
 * Whether a value contains a text that PostgreSQL cannot store. Not recursive, because arrays and objects may be as
 * deep as a megabyte allows.
 */
function hasUnstorableText(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next as Record<string, unknown>)) pending.push(key, inner);
  }
  return false;
}

interface RootHooks {
  onOperation: OnOperation;
  onFailure: OnFailure;
  /** Called after each mutation of a known caller. */
  afterMutation: (ctx: RequestContext) => void;
}

function guardRootFields(schema: GraphQLSchema, access: AccessTable, { afterMutation, ...outcomes }: RootHooks): void {
  const guarded = new Set<string>();
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    if (!type) continue;
    for (const field of Object.values(type.getFields())) {
      const operation = `${type.name}.${field.name}`;
      access.rowOf(operation);
      guard(field as GraphQLField<unknown, RequestContext>, operation);
      if (type === schema.getMutationType()) {
        callAfter(field as GraphQLField<unknown, RequestContext>, afterMutation);
      }
      observe(field as GraphQLField<unknown, RequestContext>, operation, outcomes);
      guarded.add(operation);
    }
  }
  const unknown = access.operations.find((operation) => !operation.startsWith('Upload.') && !guarded.has(operation));
  if (unknown) throw new Error(`the access table has ${unknown}, which is not an operation`);
}

function guard(field: GraphQLField<unknown, RequestContext>, operation: string): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  field.resolve = (source, args, ctx, info) => {
    requireAccess(ctx, operation);
    return resolve(source, args, ctx, info);
  };
  if (!subscribe) return;
  field.subscribe = (source, args, ctx, info) => {
    requireAccess(ctx, operation);
    return subscribe(source, args, ctx, info);
  };
}

/** Reports the outcome of each call of a root field; of a subscription, whether it was opened. */
function observe(
  field: GraphQLField<unknown, RequestContext>,
  operation: string,
  { onOperation, onFailure }: Pick<RootHooks, 'onOperation' | 'onFailure'>,
): void {
  const key = field.subscribe ? 'subscribe' : 'resolve';
  const call = field[key] ?? defaultFieldResolver;
  const failed = (ctx: RequestContext, err: unknown): never => {
    const error = toAppError(err);
    onOperation(operation, error.code);
    onFailure(ctx, operation, error);
    throw err;
  };
  const succeeded = (value: unknown): unknown => {
    onOperation(operation, 'ok');
    return value;
  };
  field[key] = (source, args, ctx, info) => {
    try {
      const value: unknown = call(source, args, ctx, info);
      return value instanceof Promise ? value.then(succeeded, (err: unknown) => failed(ctx, err)) : succeeded(value);
    } catch (err) {
      return failed(ctx, err);
    }
  };
}

function callAfter(field: GraphQLField<unknown, RequestContext>, hook: (ctx: RequestContext) => void): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args, ctx, info) => {
    const payload: unknown = await resolve(source, args, ctx, info);
    if (ctx.viewerIfAny) hook(ctx);
    return payload;
  };
}
