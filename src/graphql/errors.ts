import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, type ErrorCode } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import { camelCase, respelled } from '../platform/api/pointer.rules.js';
import { isDatabaseFull, isDatabaseBusy, isDatabaseUnavailable } from '../platform/database/database-errors.js';

/** Value of `Retry-After` while the database is unavailable. */
const RETRY_SECONDS = 5;
/** Value of `Retry-After` while its disk is full, until an operator has made room. */
const FULL_RETRY_SECONDS = 300;

/**
 * The `AppError` of a GraphQL error: an `AppError` unchanged, a client error as VALIDATION_FAILED, everything else as
 * INTERNAL.
 */
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
  if (isDatabaseBusy(original)) {
    return new AppError('UNAVAILABLE', 'the database is too busy for it, try again', {
      cause: original,
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  if (isDatabaseFull(original)) {
    return new AppError('UNAVAILABLE', 'the disk of the database is full', {
      cause: original,
      retryAfterSeconds: FULL_RETRY_SECONDS,
    });
  }
  return new AppError('INTERNAL', 'something went wrong here', { cause: original });
}

/**
 * Whether the client caused an error: one before a field is resolved (syntax, limits, validation, variables) has no
 * path. An internal error at that stage was wrapped and has no location in the document; its message is not for the
 * client.
 */
function isClientsMistake({ path, originalError, locations }: GraphQLError): boolean {
  return !path && (!originalError || locations !== undefined);
}

/** Logs an internal error; each transport calls it once for each returned error. */
export function logFault(error: unknown, log: Log): void {
  const { code, cause } = toAppError(error);
  if (code === 'INTERNAL') log.error({ err: cause ?? error }, 'an operation failed');
  if (code === 'UNAVAILABLE') log.warn({ err: cause ?? error }, 'a dependency of the service is unavailable');
}

/** The error in the form that clients see. */
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
      ...(appError.details.length > 0
        ? { details: path ? respelled(appError.details, camelCase) : appError.details }
        : {}),
      ...appError.facts,
      ...(appError.allowedRoles === null ? {} : { allowedRoles: appError.allowedRoles }),
      ...(appError.requiredScope === null ? {} : { requiredScope: appError.requiredScope }),
      ...(appError.retryAfterSeconds === null ? {} : { retryAfter: appError.retryAfterSeconds }),
      requestId,
    },
  };
}
