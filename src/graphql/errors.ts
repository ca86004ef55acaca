import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, type ErrorCode } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import { isDatabaseUnavailable } from '../platform/database/database.js';

/** When to try again after the database was away. */
const RETRY_SECONDS = 5;

/** The `AppError` behind a GraphQL error: ours as it is, a client's mistake as VALIDATION_FAILED, everything else as INTERNAL. */
export function toAppError(error: unknown): AppError {
  const original = error instanceof GraphQLError ? (error.originalError ?? null) : error;
  if (original instanceof AppError) return original;
  if (original instanceof GraphQLError) return toAppError(original);
  if (error instanceof GraphQLError && isClientsMistake(error)) return new AppError('VALIDATION_FAILED', error.message);
  if (isDatabaseUnavailable(original)) {
    return new AppError('UNAVAILABLE', 'the service cannot reach its database, try again', {
      cause: original,
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  return new AppError('INTERNAL', 'something went wrong here', { cause: original });
}

/**
 * What fails before a field is resolved (syntax, limits, validation, variables) has no path: the client can mend it. A fault
 * of ours there was wrapped and points to no place in the document; its message is not for the client.
 */
function isClientsMistake({ path, originalError, locations }: GraphQLError): boolean {
  return !path && (!originalError || locations !== undefined);
}

/** Logs what is our fault; a door calls it once for each error it answers. */
export function logFault(error: unknown, log: Log): void {
  const { code, cause } = toAppError(error);
  if (code === 'INTERNAL') log.error({ err: cause ?? error }, 'an operation failed');
  if (code === 'UNAVAILABLE') log.warn({ err: cause ?? error }, 'something the service needs is away');
}

/** The error as the client sees it. */
export function formatError(error: unknown, requestId: string): GraphQLFormattedError {
  const appError = toAppError(error);
  const { locations, path } = error instanceof GraphQLError ? error.toJSON() : {};
  const code: ErrorCode = appError.code;
  return {
    message: appError.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: {
      code,
      ...(appError.details.length > 0 ? { details: appError.details } : {}),
      ...(appError.retryAfterSeconds === null ? {} : { retryAfter: appError.retryAfterSeconds }),
      requestId,
    },
  };
}
