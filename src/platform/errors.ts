/** Error codes, as in `error.code` (REST) and `extensions.code` (GraphQL). */
export type ErrorCode = keyof typeof STATUS_OF;

/** HTTP status of each error code; the only such table. Source: schema/contract/errors.md. */
export const STATUS_OF = {
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  MFA_REQUIRED: 401,
  REAUTHENTICATION_REQUIRED: 401,
  FORBIDDEN: 403,
  MFA_ENROLMENT_REQUIRED: 403,
  SIGN_ON_REFUSED: 403,
  SINGLE_SIGN_ON_REQUIRED: 403,
  ORGANIZATION_SUSPENDED: 403,
  LICENSE_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  VALIDATION_FAILED: 400,
  QUERY_TOO_LARGE: 400,
  CONFLICT: 409,
  FRAMEWORK_NOT_ACTIVE: 422,
  NO_COMPLETED_SCAN: 422,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
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
  /** Scope that the operation asks of an API key, in an error about its absence. */
  requiredScope?: string;
  /** Roles that may do what the caller's role may not. */
  allowedRoles?: readonly string[];
  /** Further facts for programs: extensions of an error of the graph. */
  facts?: Readonly<Record<string, unknown>>;
  /**
   * JSON pointer to the field at fault where no detail names it. Clients see it of an item of many alone: the answer to a whole
   * call is the same for everything that is missing.
   */
  pointer?: string;
}

/** Characters of a detail: some name what the client has sent. */
const DETAIL_CHARACTERS_MAX = 500;

function shortened({ field, message }: ErrorDetail): ErrorDetail {
  const cut = (text: string) =>
    text.length > DETAIL_CHARACTERS_MAX ? `${text.slice(0, DETAIL_CHARACTERS_MAX)}…` : text;
  return { field: cut(field), message: cut(message) };
}

/**
 * The only error class that clients may see. `code` is for programs, `message` is safe for the client, `cause` is for
 * the log. Any other error becomes INTERNAL.
 */
export class AppError extends Error {
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | null;
  readonly requiredScope: string | null;
  readonly allowedRoles: readonly string[] | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly pointer: string | null;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.details = (options.details ?? []).map(shortened);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.requiredScope = options.requiredScope ?? null;
    this.allowedRoles = options.allowedRoles ?? null;
    this.facts = options.facts ?? {};
    this.pointer = options.pointer ?? null;
  }

  /** The same error with other details. */
  withDetails(details: ErrorDetail[]): AppError {
    const { code, message, cause, retryAfterSeconds, requiredScope, allowedRoles, facts, pointer } = this;
    return new AppError(code, message, {
      details,
      facts,
      ...(cause === undefined ? {} : { cause }),
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      ...(requiredScope === null ? {} : { requiredScope }),
      ...(allowedRoles === null ? {} : { allowedRoles }),
      ...(pointer === null ? {} : { pointer }),
    });
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  /** A VALIDATION_FAILED that names one field. */
  static invalid(field: string, message: string): AppError {
    return new AppError('VALIDATION_FAILED', 'the request is not valid', { details: [{ field, message }] });
  }
}

/** Refusal of everybody in an organization that the operator has suspended. */
export function organizationSuspended(): AppError {
  return new AppError('ORGANIZATION_SUSPENDED', 'the organization is suspended, ask the operator of this service');
}

/**
 * The same error for every missing thing, whoever owns it, so that responses reveal nothing.
 * @param pointer to the field that names it, for items of many
 */
export function notFound(pointer?: string): AppError {
  return new AppError('NOT_FOUND', 'not found', pointer === undefined ? {} : { pointer });
}
