import type { JsonSchema } from '../../feature/rest-row.js';

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

/** Headers of responses. Source: schema/contract/envelope.md and schema/contract/limits.md. */
export const SHARED_HEADERS: Readonly<Record<string, JsonSchema>> = {
  RequestId: text('The id of the request: the caller’s, or one that was made.', { required: true }),
  RateLimitPolicy: text('The limit and its window in seconds: `"default";q=600;w=60`.', { required: true }),
  RateLimit: text('What is left, and seconds until it is whole again: `"default";r=599;t=60`.', { required: true }),
  RateLimitLimit: count('Requests a minute.'),
  RateLimitRemaining: count('Requests that are left.'),
  RateLimitReset: count('Seconds until the window ends.'),
  RetryAfter: {
    description: 'Seconds after which to ask again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  PollAfter: {
    description: 'Seconds after which to look again, while it goes on.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: text('Path of what was made or accepted.'),
  IdempotencyReplayed: text('`true` where the answer is one that was given before to the same `Idempotency-Key`.'),
  Link: text('`next` and `prev` page (RFC 8288), where there are any.'),
  WwwAuthenticate: text('How to authenticate: `Bearer`.', { required: true }),
};
