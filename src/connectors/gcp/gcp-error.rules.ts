import { z } from 'zod';
import { safeErrorCode } from '../error-code.rules.js';
import type { RestError } from '../rest/rest-error.js';

const ErrorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    /** Errors of the older APIs (storage, DNS, Compute Engine, Cloud SQL). */
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

/** Reasons of throttling: older APIs answer it with 403. */
const THROTTLED = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
const DISABLED = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);

/** Google's reasons of a refusal: `PERMISSION_DENIED`, `SERVICE_DISABLED`, `forbidden`. Empty where it states none. */
function reasonsOf({ body }: Pick<RestError, 'body'>): string[] {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return [];
  const { status, errors = [], details = [] } = parsed.data.error;
  return [...details, ...errors].flatMap(({ reason }) => reason ?? []).concat(status ?? []);
}

/** The most specific reason of a refusal, or null. */
export function codeOf(refusal: Pick<RestError, 'body'>): string | null {
  return safeErrorCode(reasonsOf(refusal)[0]);
}

/** Whether a 403 is throttling. */
export function isThrottled(refusal: Pick<RestError, 'body' | 'status'>): boolean {
  return refusal.status === 403 && reasonsOf(refusal).some((reason) => THROTTLED.has(reason));
}

/**
 * The project in which an API is disabled, as `projects/402915837264` or `projects/northwind`; empty where Google does not
 * name it, and null for any other refusal.
 */
export function disabledIn(refusal: Pick<RestError, 'body'>): string | null {
  if (!reasonsOf(refusal).some((reason) => DISABLED.has(reason))) return null;
  const parsed = ErrorBody.safeParse(refusal.body);
  const details = parsed.success ? (parsed.data.error.details ?? []) : [];
  return details.flatMap(({ metadata }) => metadata?.consumer ?? [])[0] ?? '';
}
