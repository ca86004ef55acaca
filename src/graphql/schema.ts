import 'reflect-metadata';
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from 'type-graphql';
import type { AccessTable } from '../access/access-table.js';
import type { RequestContext } from '../context.js';
import { checkRules } from '../platform/api/input-rules.js';
import { ContextKey } from '../platform/context-values.js';
import { AppError } from '../platform/errors.js';
import { inSpan, isRecording } from '../platform/telemetry/spans.js';
import { requireAccess } from './access.js';
import { describeByUse } from './descriptions.js';
import { toAppError } from './errors.js';
import { omitNullArguments } from './null-arguments.js';
import { relaxRoots } from './nullable-roots.js';
import { translateFields } from './translated-fields.js';

/** Callback for the end of each call of a root field; the outcome is `ok` or the code of the error. */
export type OnOperation = (operation: string, outcome: string) => void;
/** Callback for each call of a root field that fails. */
export type OnFailure = (ctx: RequestContext, operation: string, error: AppError) => void;

/** What one service calls behind the schema, which knows no service: every context of it carries them. */
export interface ServiceCalls {
  /** Instances of the resolvers, by their classes. */
  resolvers: ReadonlyMap<NewableFunction, object>;
  onOperation: OnOperation;
  onFailure: OnFailure;
  /** Called after each mutation of a known caller. */
  afterMutation: (ctx: RequestContext) => void;
}

export const SERVICE_CALLS = new ContextKey<ServiceCalls>('resolvers');

/**
 * Builds the schema of all features, with its root fields guarded by the access table. It calls the resolvers of the service whose
 * context an operation has.
 * @param resolvers classes
 * @throws {Error} when an operation has no row in the table, or a row no operation
 */
export function createSchema(resolvers: readonly NewableFunction[], access: AccessTable): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...resolvers] as unknown as NonEmptyArray<NewableFunction>,
    container: ({ context }: ResolverData<RequestContext>) => callsOf(context).resolvers,
    validate: false,
    validateFn: validateArgument,
    pubSub: noPubSub,
  });
  omitNullArguments(schema);
  relaxRoots(schema, access);
  describeByUse(schema);
  translateFields(schema);
  guardRootFields(schema, access);
  return schema;
}

function callsOf({ app }: RequestContext): ServiceCalls {
  return app.values.get(SERVICE_CALLS);
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

function guardRootFields(schema: GraphQLSchema, access: AccessTable): void {
  const guarded = new Set<string>();
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    if (!type) continue;
    for (const field of Object.values(type.getFields())) {
      const operation = `${type.name}.${field.name}`;
      access.rowOf(operation);
      guard(field as GraphQLField<unknown, RequestContext>, operation);
      if (type === schema.getMutationType()) {
        confirmCaller(field as GraphQLField<unknown, RequestContext>);
        callAfter(field as GraphQLField<unknown, RequestContext>);
      }
      observe(field as GraphQLField<unknown, RequestContext>, operation);
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

/**
 * Asks before a change whether its caller may still make it, and waits for it: it may have waited for its turn, and for the changes before
 * it in the same operation.
 */
function confirmCaller(field: GraphQLField<unknown, RequestContext>): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args, ctx, info) => {
    await ctx.confirm();
    if (ctx.isGone()) throw new AppError('UNAVAILABLE', 'the connection has ended');
    return resolve(source, args, ctx, info);
  };
}

/** Reports the outcome of each call of a root field; of a subscription, whether it was opened. */
function observe(field: GraphQLField<unknown, RequestContext>, operation: string): void {
  const key = field.subscribe ? 'subscribe' : 'resolve';
  const call = field[key] ?? defaultFieldResolver;
  const failed = (ctx: RequestContext, err: unknown): never => {
    const error = toAppError(err);
    const { onOperation, onFailure } = callsOf(ctx);
    onOperation(operation, error.code);
    onFailure(ctx, operation, error);
    throw err;
  };
  const succeeded = (ctx: RequestContext, value: unknown): unknown => {
    callsOf(ctx).onOperation(operation, 'ok');
    return value;
  };
  field[key] = (source, args, ctx, info) => {
    try {
      const value: unknown = traced(operation, () => call(source, args, ctx, info));
      if (!(value instanceof Promise)) return succeeded(ctx, value);
      return value.then(
        (resolved: unknown) => succeeded(ctx, resolved),
        (err: unknown) => failed(ctx, err),
      );
    } catch (err) {
      return failed(ctx, err);
    }
  };
}

/** Runs an operation as a part of the trace of its request, where that is recorded. */
function traced<T>(operation: string, work: () => T): T {
  if (!isRecording()) return work();
  const [type = ''] = operation.split('.');
  return inSpan(operation, { kind: 'internal', attributes: { 'graphql.operation.type': type.toLowerCase() } }, work);
}

function callAfter(field: GraphQLField<unknown, RequestContext>): void {
  const { resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args, ctx, info) => {
    const payload: unknown = await resolve(source, args, ctx, info);
    if (ctx.viewerIfAny) callsOf(ctx).afterMutation(ctx);
    return payload;
  };
}
