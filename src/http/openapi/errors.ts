import type { JsonSchema } from '../../feature/rest-row.js';
import type { Access } from '../../access/access.js';
import { ROLES } from '../../access/roles.js';
import { SCOPES } from '../../access/scopes.js';
import { STATUS_OF, type ErrorCode } from '../../platform/errors.js';
import type { RestOperation } from '../rest-operation.js';
import { namesFramework, takesId } from './arguments.js';
import { objectOf, ref } from './json-schema.js';

/** Condition and message of each error code. Source: schema/contract/errors.md. */
const ERRORS: Readonly<Record<ErrorCode, { when: string; message: string }>> = {
  VALIDATION_FAILED: {
    when: 'Malformed JSON, an unknown member or parameter, a wrong type, a value outside of its range.',
    message: 'the request is not valid',
  },
  UNAUTHENTICATED: {
    when: 'No token or key, or one that is malformed, expired or revoked.',
    message: 'a valid access token is needed',
  },
  QUERY_TOO_LARGE: {
    when: 'A GraphQL operation beyond a limit: `extensions` has the `limit`, what was `estimated`, and of the answer’s fields the `heaviestPath`.',
    message: 'the query asks for more than 50000 fields in the answer (estimated)',
  },
  INVALID_CREDENTIALS: { when: 'The login is refused.', message: 'the e-mail address or the password is wrong' },
  MFA_REQUIRED: {
    when: 'The password is right and a one-time code is needed.',
    message: 'a one-time code is needed',
  },
  REAUTHENTICATION_REQUIRED: {
    when: 'The password, a one-time code or a passkey was given more than 10 minutes ago: log in again, or call `reauthenticate`.',
    message: 'give your password, a one-time code or a passkey again',
  },
  FORBIDDEN: {
    when: 'The role may not do this, and `allowed_roles` names the roles that may; or an API key lacks the scope that `required_scope` names; or the link of an auditor does not open this.',
    message: 'your role may not do this',
  },
  MFA_ENROLMENT_REQUIRED: {
    when: 'The organization requires a second factor, and the member has to enrol one, or show a passkey, before anything else.',
    message: 'your organization requires a second factor: set up one-time codes, or use a passkey',
  },
  SIGN_ON_REFUSED: {
    when: 'A sign-on by an identity provider led to no session; `details` has the reason as one word.',
    message: 'The identity provider refused the sign-on.',
  },
  SINGLE_SIGN_ON_REQUIRED: {
    when: 'The organization that holds the domain of the address enforces single sign-on, and neither password nor passkey logs anybody in.',
    message: 'your organization logs in by single sign-on',
  },
  ORGANIZATION_SUSPENDED: {
    when: 'The operator has suspended the organization: for every credential, and for a login with the right password.',
    message: 'the organization is suspended, ask the operator of this service',
  },
  LICENSE_LIMIT_REACHED: {
    when: 'More users, frameworks or stored files than the license tier allows.',
    message: 'the license tier allows no more',
  },
  NOT_FOUND: {
    when: 'Unknown, malformed, or of another organization, always with the same response.',
    message: 'not found',
  },
  METHOD_NOT_ALLOWED: {
    when: 'A method that the path does not support; `Allow` has those that it does.',
    message: 'this path does not support PATCH',
  },
  CONFLICT: { when: 'The state of the resource forbids it.', message: 'the state of the resource forbids this' },
  GONE: { when: 'The link, or the request for a passkey, was used or has expired.', message: 'this link has expired' },
  PRECONDITION_FAILED: {
    when: '`If-Match` names none of the tags that it has now: it was changed in between. Nothing was done; read it again.',
    message: 'it has changed since it was read: read it again',
  },
  PAYLOAD_TOO_LARGE: { when: 'The body is larger than this path accepts.', message: 'the body may have at most 1mb' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body has another media type.',
    message: 'the body must be application/json',
  },
  RANGE_NOT_SATISFIABLE: {
    when: 'A range of a file that begins behind its end; `Content-Range` has its size.',
    message: 'the file has 512 bytes',
  },
  FRAMEWORK_NOT_ACTIVE: {
    when: 'A framework that exists but is not active for the organization.',
    message: 'this framework is not active',
  },
  NO_COMPLETED_SCAN: { when: 'Nothing has been scanned yet.', message: 'no scan has been completed yet' },
  RATE_LIMITED: {
    when: 'Too many requests; `Retry-After` says when to try again.',
    message: 'at most 600 requests a minute',
  },
  INTERNAL: {
    when: 'An internal error; the request id identifies it in the log.',
    message: 'something went wrong here',
  },
  UNAVAILABLE: {
    when: 'The service cannot be reached at the moment; `Retry-After` says when to try again.',
    message: 'the service cannot reach its database, try again',
  },
};

const ORDER = Object.keys(STATUS_OF) as ErrorCode[];

/** Error codes of a row: those implied by its parts, and those that it lists. */
export function codesOf(operation: RestOperation, { roles, stepUp, whileEnrolling }: Access): ErrorCode[] {
  const { row } = operation;
  const takesBody = row.upload !== undefined || operation.takesBody;
  const derived: Partial<Record<ErrorCode, boolean>> = {
    VALIDATION_FAILED: true,
    RATE_LIMITED: true,
    INTERNAL: true,
    UNAVAILABLE: true,
    UNAUTHENTICATED: roles !== 'public',
    REAUTHENTICATION_REQUIRED: stepUp,
    MFA_ENROLMENT_REQUIRED: roles !== 'public' && !whileEnrolling,
    // Every operation refuses somebody: the link of an auditor opens the few that say so.
    FORBIDDEN: roles !== 'public',
    ORGANIZATION_SUSPENDED: roles !== 'public',
    NOT_FOUND: operation.pathNames.length > 0 || takesId(operation),
    FRAMEWORK_NOT_ACTIVE: namesFramework(operation),
    CONFLICT: operation.isIdempotent,
    PRECONDITION_FAILED: operation.readBy !== null,
    UNSUPPORTED_MEDIA_TYPE: takesBody,
    PAYLOAD_TOO_LARGE: takesBody,
  };
  return ORDER.filter((code) => derived[code] === true || row.errors?.includes(code));
}

/** Error responses of a row, by status: references to shared responses. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF[code]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, ref('responses', responseName(group))]));
}

/** `NotFound`; `InvalidCredentialsOrMfaRequired`. */
function responseName(codes: readonly ErrorCode[]): string {
  const words = (code: string) =>
    code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return codes.map(words).join('Or');
}

/** All responses that `errorResponses` refers to for these rows. */
export function sharedResponses(rows: readonly (readonly ErrorCode[])[]): Record<string, JsonSchema> {
  const groups = rows.flatMap((codes) => [...Map.groupBy(codes, (code) => STATUS_OF[code]).values()]);
  const named = groups.map((group): [string, JsonSchema] => [responseName(group), errorResponse(group)]);
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function errorResponse(codes: readonly ErrorCode[]): JsonSchema {
  const [first] = codes;
  const status = first ? STATUS_OF[first] : 500;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n\n'),
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: objectOf({
          error: { allOf: [ref('schemas', 'Error'), { properties: { code: { enum: codes } } }] },
          meta: ref('schemas', 'Meta'),
        }),
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
      },
    },
  };
}

function example(code: ErrorCode): unknown {
  return {
    error: { code, message: ERRORS[code].message, details: DETAILS[code] ?? [] },
    meta: { request_id: '01900000-0000-7000-8000-000000000000' },
  };
}

const DETAILS: Partial<Record<ErrorCode, { field: string; message: string }[]>> = {
  VALIDATION_FAILED: [{ field: '/limit', message: 'must be a whole number from 1 to 100' }],
  FORBIDDEN: [{ field: '/role', message: 'admin may' }],
};

function errorHeaders(status: number): Record<string, JsonSchema> {
  return {
    'X-Request-Id': ref('headers', 'RequestId'),
    // A request that fails before it is counted has no such headers.
    ...(status >= 500 || status === 400 ? {} : rateLimitHeaders()),
    ...(status === 409 ? { 'Retry-After': ref('headers', 'PollAfter') } : {}),
    // Stored refusals are answered again to a repeated `Idempotency-Key`.
    ...([400, 403, 404, 409, 410, 422].includes(status)
      ? { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') }
      : {}),
    ...(status === 401 ? { 'WWW-Authenticate': ref('headers', 'WwwAuthenticate') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
  };
}

/** Headers of every rate-limited response. Source: schema/contract/limits.md. */
export function rateLimitHeaders(): Record<string, JsonSchema> {
  return {
    'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
    RateLimit: ref('headers', 'RateLimit'),
    'X-RateLimit-Limit': ref('headers', 'RateLimitLimit'),
    'X-RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
    'X-RateLimit-Reset': ref('headers', 'RateLimitReset'),
  };
}

/** Schemas of the `error` of an error response. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    ...objectOf(
      {
        code: {
          type: 'string',
          enum: ORDER,
          description: ORDER.map((code) => `- \`${code}\` (${STATUS_OF[code]}): ${ERRORS[code].when}`).join('\n'),
        },
        message: { type: 'string', description: 'Message for people.' },
        details: { type: 'array', items: ref('schemas', 'ErrorDetail') },
        required_scope: {
          type: 'string',
          enum: [...SCOPES, 'interactive'],
          description: 'Scope that an API key lacks; `interactive` where none suffices. Absent in every other error.',
        },
        allowed_roles: {
          type: 'array',
          items: { type: 'string', enum: [...ROLES] },
          description: 'Roles that may do what the caller’s role may not. Absent in every other error.',
        },
      },
      ['required_scope', 'allowed_roles'],
    ),
    description: 'Description of an error.',
  },
  ErrorDetail: {
    ...objectOf({
      field: {
        type: 'string',
        description: 'JSON pointer into the body, or `/name` of a parameter; empty for the whole body.',
      },
      message: { type: 'string' },
    }),
    description: 'One invalid part of the request.',
  },
};
