import { getOperationAST, Kind, OperationTypeNode, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { AccessTable } from '../access/access-table.js';
import type { RequestContext } from '../context.js';
import { AppError } from '../platform/errors.js';
import { toAppError } from './errors.js';
import type { Executor } from './executor.js';
import { isSyntaxError } from './limit-error.js';
import { ANONYMOUS_LIMITS, GRAPHQL_LIMITS } from './limits.js';

/** Operation that a client sends to `/graphql` over HTTP. */
export interface HttpOperation {
  query: string;
  operationName: string | null;
  variables: Record<string, unknown>;
  /** Whether the answer is to say what it was estimated to cost. */
  wantsCost: boolean;
}

/**
 * Checks an operation before its validation. Refused are one beyond the limits, one without its required caller, and a
 * subscription, which has other transports. A syntax error passes: Apollo Server reports it.
 * @returns its cost in units of the request quota, and its document; no document where the syntax is wrong
 * @throws {AppError} VALIDATION_FAILED; QUERY_TOO_LARGE; UNAUTHENTICATED, too, for a text that no operation without a caller needs
 */
export function admit(
  executor: Executor,
  ctx: RequestContext,
  request: HttpOperation,
): { units: number; document: DocumentNode | null } {
  const read = readDocument(executor, ctx, request);
  const operation = read && getOperationAST(read.document, request.operationName);
  if (!ctx.viewerIfAny && !(operation && isOpen(operation, ctx.app.access))) ctx.viewer satisfies object;
  if (request.query.trim() === '') throw AppError.invalid('/query', 'is required');
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return read ?? { units: 1, document: null };
  throw new AppError('VALIDATION_FAILED', 'subscriptions go over WebSocket or to /graphql/stream');
}

function readDocument(
  executor: Executor,
  ctx: RequestContext,
  { query, variables }: HttpOperation,
): ReturnType<Executor['read']> | null {
  const isAnonymous = !ctx.viewerIfAny;
  try {
    return executor.read(query, variables, isAnonymous ? ANONYMOUS_LIMITS : GRAPHQL_LIMITS);
  } catch (err) {
    if (isSyntaxError(err)) return null;
    // Nothing that is open to everybody is that large; who forgot the token, or whose token has ended, must learn that.
    if (isAnonymous) ctx.viewer satisfies object;
    throw toAppError(err);
  }
}

/** Whether a session may send the operation when the request quota is used up: a mutation of nothing but what the reserve is for. */
export function isInReserve(document: DocumentNode | null, operationName: string | null, access: AccessTable): boolean {
  const operation = document && getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return false;
  return everyRoot(operation, (root) => access.isInReserve(root)) && !everyRoot(operation, () => false);
}

/** Whether all root fields may be called without a token. */
function isOpen(operation: OperationDefinitionNode, access: AccessTable): boolean {
  return everyRoot(operation, (root) => access.isPublic(root));
}

/** Whether all selections at the root are fields for which this is so, by their names in the access table. */
function everyRoot({ operation, selectionSet }: OperationDefinitionNode, is: (root: string) => boolean): boolean {
  const type = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation];
  return selectionSet.selections.every(
    (selection) =>
      selection.kind === Kind.FIELD && (selection.name.value === '__typename' || is(`${type}.${selection.name.value}`)),
  );
}
