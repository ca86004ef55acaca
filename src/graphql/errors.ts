import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, type ErrorCode } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import { isDatabaseUnavailable } from '../platform/database/database.js';
import { LimitError } from './limits.js';

/** When to try again after the database was away. */
const RETRY_SECONDS = 5;

/** The `AppError` behind a GraphQL error: ours as it is, a client's mistake as VALIDATION_FAILED, everything else as INTERNAL. */
export function toAppError(error: unknown): AppError {
  const original = error instanceof GraphQLError ? (error.originalError ?? null) : error;
  if (original instanceof AppError) return original;
  if (original instanceof GraphQLError) return toAppError(original);
  const isClients = error instanceof LimitError || (error instanceof GraphQLError && original === null);
  if (isClients) return new AppError('VALIDATION_FAILED', error.message);
  // Coercion of variables fails with an original error of its own, but names no field of ours.
  if (error instanceof GraphQLError && !error.path) return new AppError('VALIDATION_FAILED', error.message);
  if (isDatabaseUnavailable(original)) {
    return new AppError('UNAVAILABLE', 'the service cannot reach its database, try again', {
      cause: original,
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  return new AppError('INTERNAL', 'something went wrong here', { cause: original });
}

/** The error as the client sees it; what is our fault is logged here, once. */
export function formatError(error: unknown, requestId: string, log: Log): GraphQLFormattedError {
  const appError = toAppError(error);
  if (appError.code === 'INTERNAL') log.error({ err: appError.cause ?? error, requestId }, 'an operation failed');
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
