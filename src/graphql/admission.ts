import { getOperationAST, Kind, OperationTypeNode, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { AccessTable } from '../access/access-table.js';
import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import type { Executor } from './executor.js';
import { isSyntaxError } from './limit-error.js';

/** Operation that a client sends to `/graphql` over HTTP. */
export interface HttpOperation {
  query: string;
  operationName: string | null;
  variables: Record<string, unknown>;
}

/**
 * Checks an operation before its validation. Refused are one beyond the limits, one without its required caller, and a
 * subscription, which has other transports. A syntax error passes: Apollo Server reports it.
 * @throws {AppError} VALIDATION_FAILED, UNAUTHENTICATED
 */
export function admit(executor: Executor, ctx: RequestContext, request: HttpOperation): void {
  const document = readDocument(executor, request);
  const operation = document && getOperationAST(document, request.operationName);
  if (!ctx.viewerIfAny && !(operation && isOpen(operation, ctx.app.access))) ctx.viewer satisfies object;
  if (request.query.trim() === '') throw AppError.invalid('/query', 'is required');
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw new AppError('VALIDATION_FAILED', 'subscriptions go over WebSocket or to /graphql/stream');
}

function readDocument(executor: Executor, { query, variables }: HttpOperation): DocumentNode | null {
  try {
    return executor.read(query, variables);
  } catch (err) {
    if (isSyntaxError(err)) return null;
    throw new AppError('VALIDATION_FAILED', (err as Error).message, { cause: err });
  }
}

/** Whether all root fields may be called without a token. */
function isOpen({ operation, selectionSet }: OperationDefinitionNode, access: AccessTable): boolean {
  const type = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation];
  return selectionSet.selections.every(
    (selection) =>
      selection.kind === Kind.FIELD &&
      (selection.name.value === '__typename' || access.isPublic(`${type}.${selection.name.value}`)),
  );
}
