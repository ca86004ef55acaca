/** Meaning of a failed call for a collection. */
export type CallFailure =
  /** The credentials lack the permission. */
  | 'denied'
  /** The credentials are not accepted; a region that is not enabled answers the same. */
  | 'credentials'
  /** The region does not have the service, or the account has not enabled the region. */
  | 'not_offered'
  /** No response, or only throttling and server errors, after every attempt. */
  | 'unavailable'
  /** Any other error response. */
  | 'answered'
  /** Not an error of a call. */
  | 'unknown';

const DENIED =
  /^(AccessDenied(Exception|ForDependencyException|Fault)?|Unauthorized(Operation|Exception|AccessException)?|AuthorizationError(Exception)?|NotAuthorized(Exception)?|Forbidden(Exception)?)$/;

/** Errors of expired credentials. */
const EXPIRED = /^(ExpiredToken(Exception)?|RequestExpired|TokenRefreshRequired)$/;

const REFUSED =
  /^(InvalidClientTokenId|UnrecognizedClient(Exception)?|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignature(Exception)?|IncompleteSignature(Exception)?|AuthFailure|InvalidToken|MissingAuthenticationToken(Exception)?|CredentialsProviderError)$/;

const NOT_OFFERED = /^(OptInRequired|RegionDisabledException|InvalidRegion|UnknownEndpoint)$/;

const THROTTLED =
  /^(Throttling(Exception)?|ThrottledException|TooManyRequests(Exception)?|RequestLimitExceeded|RequestThrottled(Exception)?|SlowDown|PriorRequestNotComplete|BandwidthLimitExceeded|ServiceUnavailable(Exception)?|InternalError|InternalFailure|InternalServer(Error|Exception)|InternalServiceError(Exception)?)$/;

/** Errors of a response, or a document in it, that cannot be parsed. */
const UNREADABLE = /^(SyntaxError|URIError)$/;

const NETWORK =
  /^(ECONN|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDR|ENOTFOUND|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED)/;

/** Name of `OutOfTime`. */
const OUT_OF_TIME = 'OutOfTime';

/** Classifies an error of the SDK by name, code and status. */
export function failureOf(err: unknown): CallFailure {
  const { name, code, status } = describe(err);
  if (EXPIRED.test(name) || REFUSED.test(name)) return 'credentials';
  if (NOT_OFFERED.test(name) || code === 'ENOTFOUND') return 'not_offered';
  if (DENIED.test(name)) return 'denied';
  if (THROTTLED.test(name) || name === 'TimeoutError' || name === OUT_OF_TIME || NETWORK.test(code))
    return 'unavailable';
  if (status === 403) return 'denied';
  if (status >= 500 || status === 429) return 'unavailable';
  return status > 0 || UNREADABLE.test(name) ? 'answered' : 'unknown';
}

/** Whether an error has one of these names: `NoSuchEntityException`, `NoSuchBucketPolicy`. */
export function isAnswer(err: unknown, names: readonly string[]): boolean {
  const { name } = describe(err);
  return names.includes(name);
}

/**
 * The IAM action that an error is about: as AWS names it, else the one of `actions` that matches the operation.
 * @param operation `ListUsers`, or null where it is not known
 */
export function actionOf(err: unknown, operation: string | null, actions: readonly string[]): string | null {
  const worded = /(?<![a-z0-9-])perform:? ?([a-z0-9-]+:[A-Za-z]+)/.exec(describe(err).message)?.[1];
  if (worded !== undefined) return worded;
  const names = [
    operation,
    ...ACTIONS_BY_OPERATION.filter(([called]) => called === operation).map(([, action]) => action),
  ];
  return actions.find((action) => names.includes(action.split(':')[1] ?? '')) ?? operation;
}

/** Operations of S3 and API Gateway whose IAM actions have other names. */
const ACTIONS_BY_OPERATION: readonly (readonly [operation: string, action: string])[] = [
  ['ListBuckets', 'ListAllMyBuckets'],
  ['GetBucketEncryption', 'GetEncryptionConfiguration'],
  ['GetBucketLifecycleConfiguration', 'GetLifecycleConfiguration'],
  ['GetBucketReplication', 'GetReplicationConfiguration'],
  ['GetObjectLockConfiguration', 'GetBucketObjectLockConfiguration'],
  ['GetPublicAccessBlock', 'GetBucketPublicAccessBlock'],
  ['GetPublicAccessBlock', 'GetAccountPublicAccessBlock'],
  ['GetRestApis', 'GET'],
  ['GetAuthorizers', 'GET'],
  ['GetResources', 'GET'],
];

/** A sentence for the user: what failed, and what would help. Quotes nothing of AWS's message. */
export function sentenceOf(err: unknown, action: string | null): string {
  const call = action ?? 'a call';
  const { name } = describe(err);
  switch (failureOf(err)) {
    case 'denied':
      return isDeniedOutright(err)
        ? `AWS refused ${call}: a policy denies it outright; lift the denial for the integration.`
        : `AWS refused ${call}: allow this action in the policy of the integration.`;
    case 'credentials':
      return `AWS refused the credentials for ${call} (${name}).`;
    case 'not_offered':
      return `The region does not offer ${call}.`;
    case 'unavailable':
      return name === OUT_OF_TIME
        ? `AWS did not answer ${call} in the time that the scan has for it.`
        : `AWS did not answer ${call} in the end (${name}), after several attempts.`;
    case 'answered':
    case 'unknown':
      return `AWS answered ${call} with ${name}.`;
  }
}

function isDeniedOutright(err: unknown): boolean {
  return /explicit deny/i.test(describe(err).message);
}

/** Network code in the text of a wrapper, which the SDK creates around anything that is not an `Error`. */
function codeIn(message: string): string | undefined {
  return /^AWS SDK error wrapper for .*?\b(E[A-Z_]{4,})\b/.exec(message)?.[1];
}

interface Described {
  name: string;
  /** Network code: `ECONNREFUSED`; empty if there is none. */
  code: string;
  message: string;
  /** HTTP status; 0 where there was no response. */
  status: number;
}

function describe(err: unknown): Described {
  if (!(err instanceof Error)) return { name: 'error', code: '', message: '', status: 0 };
  const { code, cause } = err as { code?: unknown; cause?: unknown };
  const { $metadata: metadata } = err as { $metadata?: { httpStatusCode?: unknown } };
  const status = metadata?.httpStatusCode;
  // EC2 and other old services throw a generic class; the code is specific.
  const { Code: answered } = err as { Code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  const network = typeof code === 'string' ? code : (inner ?? codeIn(err.message));
  return {
    name: typeof answered === 'string' && err.name === 'Error' ? answered : err.name,
    code: typeof network === 'string' ? network : '',
    message: err.message,
    status: typeof status === 'number' ? status : 0,
  };
}
