import type { JsonSchema, RestRow } from '../../feature/rest-row.js';

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  description,
  ...more,
  schema: { type: 'string' },
});
const count = (description: string): JsonSchema => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
});

/** Headers of responses, those of deprecated paths where there are any. */
export function sharedHeaders(rows: readonly RestRow[]): Record<string, JsonSchema> {
  const { Deprecation, Sunset, ...others } = SHARED_HEADERS;
  return { ...others, ...(rows.some(({ deprecated }) => deprecated) ? { Deprecation, Sunset } : {}) };
}

/** Headers of responses. Source: schema/contract/envelope.md and schema/contract/limits.md. */
const SHARED_HEADERS = {
  RequestId: text('The id of the request: the client’s, or a generated one.', { required: true }),
  RateLimitPolicy: text(
    'Every limit that the request draws on, with its window in seconds: `"default";q=600;w=60, "reports";q=20;w=60`.',
    { required: true },
  ),
  RateLimit: text('What remains of each, and seconds until its reset: `"default";r=599;t=60, "reports";r=19;t=60`.', {
    required: true,
  }),
  RateLimitLimit: count('Limit of requests a minute.'),
  RateLimitRemaining: count('Remaining requests.'),
  RateLimitReset: count('Seconds until the window ends.'),
  RetryAfter: {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  PollAfter: {
    description: 'Seconds to wait before the next poll, while it is in progress.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: text('Path of the created or accepted resource.'),
  IdempotencyReplayed: text('`true` for a replayed response to the same `Idempotency-Key`.'),
  Link: text('Links (RFC 8288): the `next` and the `prev` page of a list, and the page about a `deprecation`, if any.'),
  Deprecation: text('Since when the path is deprecated (RFC 9745): `@1793491200`, in seconds since 1970.', {
    required: true,
  }),
  Sunset: text('When the path may be gone (RFC 8594).', { required: true }),
  ETag: text('Weak tag of the data (RFC 9110), for `If-None-Match`. A response that is streamed has none.'),
  StrongETag: text('Strong tag of the data (RFC 9110), for `If-Match` of a change and for `If-None-Match`.'),
  ContentLocation: text('The address whose state the response shows: that of the request.'),
  TotalCount: {
    description: 'Number of items on all pages. A response that is streamed has none.',
    schema: { type: 'integer', minimum: 0 },
  },
  WwwAuthenticate: text(
    'How to authenticate: `Bearer`; for `REAUTHENTICATION_REQUIRED` with the error and `max_age` of RFC 9470.',
    { required: true },
  ),
} as const satisfies Record<string, JsonSchema>;
