import { HOUR, MINUTE, SECOND } from '../../platform/clock.js';
import { backoffMs, type Backoff } from '../../platform/queue/backoff.rules.js';
import type { WebhookFormat } from './message-format.rules.js';

/** Waits between the attempts of a delivery, each from the end of the attempt before. Source: schema/contract/webhooks.md. */
const BACKOFF: Backoff = {
  gapsMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  jitter: 0.2,
};
const ATTEMPTS_MAX = BACKOFF.gapsMs.length + 1;
const RETRY_AFTER_MAX_MS = 24 * HOUR;
const EXHAUSTED_MAX = 5;
const FAILING_MAX_MS = 120 * HOUR;

/** Outcome of one attempt. */
export interface Outcome {
  /** Null without a response. */
  statusCode: number | null;
  /** Wait requested by the receiver, 0 or more; null for none. Milliseconds. */
  retryAfterMs: number | null;
}

export type WebhookStatus = 'active' | 'disabled';

/** Recent outcomes of a webhook's deliveries. */
export interface WebhookHealth {
  status: WebhookStatus;
  format: WebhookFormat;
  /** Consecutive deliveries that used up their attempts or were refused. */
  consecutiveFailures: number;
  /** The first failed attempt after the last success, or null. */
  failingSince: Date | null;
}

export type DisabledReason = 'admin' | 'gone' | 'exhausted_deliveries' | 'failing_too_long';

/** Next state of a delivery and of the counts of its webhook, after an attempt. */
export interface AttemptConsequences {
  delivery:
    | { status: 'delivered' }
    | { status: 'failed'; failure: 'webhook_disabled' | null }
    | { status: 'pending'; nextAttemptAt: Date };
  consecutiveFailures: number;
  failingSince: Date | null;
  /** Null when the webhook is not disabled. */
  disable: DisabledReason | null;
}

/** An attempt that has ended, and the state that its consequences depend on. */
export interface EndedAttempt {
  /** Number of earlier attempts. */
  attempts: number;
  outcome: Outcome;
  health: WebhookHealth;
  /** Time of the end of the attempt. */
  at: Date;
  /** Source of the jitter, from 0 up to 1. */
  random: number;
}

/** Consequences of an attempt for its delivery and its webhook. */
export function consequencesOf({ attempts, outcome, health, at, random }: EndedAttempt): AttemptConsequences {
  if (isSuccess(outcome)) {
    return { delivery: { status: 'delivered' }, consecutiveFailures: 0, failingSince: null, disable: null };
  }
  const isExhausted = attempts + 1 >= ATTEMPTS_MAX || isRefused(outcome, health);
  const consecutiveFailures = health.consecutiveFailures + Number(isExhausted);
  const failingSince = health.failingSince ?? at;
  const reason = isGone(outcome, health)
    ? 'gone'
    : reasonToDisable(consecutiveFailures, at.getTime() - failingSince.getTime());
  const disable = health.status === 'active' ? reason : null;
  const isActive = health.status === 'active' && reason === null;
  const next = new Date(at.getTime() + delayMs(attempts + 1, outcome, random));
  const delivery: AttemptConsequences['delivery'] =
    isExhausted || isGone(outcome, health)
      ? { status: 'failed', failure: null }
      : isActive
        ? { status: 'pending', nextAttemptAt: next }
        : { status: 'failed', failure: 'webhook_disabled' };
  return { delivery, consecutiveFailures, failingSince, disable };
}

/** Whether the response means success: only 2xx does; a redirect is not followed, and counts as a failure. */
function isSuccess({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Whether the receiver refuses further deliveries: with 410, and a chat whose webhook or channel was deleted with 404. */
function isGone({ statusCode }: Outcome, { format }: WebhookHealth): boolean {
  return statusCode === 410 || (format !== 'json' && statusCode === 404);
}

/** Whether a chat refuses this message, as it would every repetition: 400, such as `invalid_payload`. */
function isRefused({ statusCode }: Outcome, { format }: WebhookHealth): boolean {
  return format !== 'json' && statusCode === 400;
}

function reasonToDisable(consecutiveFailures: number, failingMs: number): DisabledReason | null {
  if (consecutiveFailures >= EXHAUSTED_MAX) return 'exhausted_deliveries';
  return failingMs >= FAILING_MAX_MS ? 'failing_too_long' : null;
}

/** Wait after a number of failed attempts: the backoff, or the wait requested by the receiver where that is longer. */
function delayMs(failures: number, { retryAfterMs }: Outcome, random: number): number {
  return Math.max(backoffMs(BACKOFF, failures, random), Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
