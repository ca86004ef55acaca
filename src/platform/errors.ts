/** Error codes, as in `error.code` (REST) and `extensions.code` (GraphQL). */
export type ErrorCode = keyof typeof STATUS_OF;

/** HTTP status of each error code; the only such table. Source: schema/contract/errors.md. */
export const STATUS_OF = {
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  MFA_REQUIRED: 401,
  FORBIDDEN: 403,
  LICENSE_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  VALIDATION_FAILED: 400,
  CONFLICT: 409,
  FRAMEWORK_NOT_ACTIVE: 422,
  NO_COMPLETED_SCAN: 422,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** One error of the input: `field` is a JSON pointer into the body, or `/name` of a query parameter. */
export interface ErrorDetail {
  field: string;
  message: string;
}

interface AppErrorOptions {
  details?: ErrorDetail[];
  /** Logged, never returned to the client. */
  cause?: unknown;
  /** Value of `Retry-After`. Whole seconds. */
  retryAfterSeconds?: number;
}

/**
 * The only error class that clients may see. `code` is for programs, `message` is safe for the client, `cause` is for
 * the log. Any other error becomes INTERNAL.
 */
export class AppError extends Error {
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  /** A VALIDATION_FAILED that names one field. */
  static invalid(field: string, message: string): AppError {
    return new AppError('VALIDATION_FAILED', 'the request is not valid', { details: [{ field, message }] });
  }
}

/** The same error for every missing thing, whoever owns it, so that responses reveal nothing. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'not found');
}
