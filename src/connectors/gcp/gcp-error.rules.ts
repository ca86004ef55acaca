import { z } from 'zod';
import { codeWord } from '../error-code.rules.js';
import type { RestError } from '../rest/rest-error.js';

const ErrorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    /** The older interfaces (storage, DNS, Compute Engine, Cloud SQL). */
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z
      .array(
        z.object({
          reason: z.string().optional(),
          metadata: z.object({ consumer: z.string().optional(), service: z.string().optional() }).optional(),
        }),
      )
      .optional(),
  }),
});

/** Older interfaces answer 403 to what is too fast. */
const THROTTLED = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
const DISABLED = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);

/** Google's words for a refusal: `PERMISSION_DENIED`, `SERVICE_DISABLED`, `forbidden`. Empty where it has none. */
function reasonsOf({ body }: Pick<RestError, 'body'>): string[] {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return [];
  const { status, errors = [], details = [] } = parsed.data.error;
  return [...details, ...errors].flatMap(({ reason }) => reason ?? []).concat(status ?? []);
}

/** The most telling of these words, or null. */
export function codeOf(refusal: Pick<RestError, 'body'>): string | null {
  return codeWord(reasonsOf(refusal)[0]);
}

export function isThrottled(refusal: Pick<RestError, 'body' | 'status'>): boolean {
  return refusal.status === 403 && reasonsOf(refusal).some((reason) => THROTTLED.has(reason));
}

/**
 * The project in which an interface is switched off, as `projects/402915837264` or as `projects/northwind`; an empty
 * text where Google does not name it, and null where the refusal is another.
 */
export function disabledIn(refusal: Pick<RestError, 'body'>): string | null {
  if (!reasonsOf(refusal).some((reason) => DISABLED.has(reason))) return null;
  const parsed = ErrorBody.safeParse(refusal.body);
  const details = parsed.success ? (parsed.data.error.details ?? []) : [];
  return details.flatMap(({ metadata }) => metadata?.consumer ?? [])[0] ?? '';
}
