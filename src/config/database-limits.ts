import { z } from 'zod';
import { SECOND } from '../platform/clock.js';
import { DATABASE_LIMITS, type DatabaseLimits } from '../platform/database/statement-limits.js';

/** A limit of time in seconds; 0 for none. */
const limitSeconds = (defaultMs: number) =>
  z.coerce
    .number()
    .min(0)
    .max(86_400)
    .default(defaultMs / SECOND);

/** Settings of how long statements of requests and of workers may take. */
export const DATABASE_LIMIT_SETTINGS = {
  DATABASE_STATEMENT_SECONDS: limitSeconds(DATABASE_LIMITS.request.statementMs),
  DATABASE_LOCK_SECONDS: limitSeconds(DATABASE_LIMITS.request.lockMs),
  DATABASE_IDLE_SECONDS: limitSeconds(DATABASE_LIMITS.request.idleInTransactionMs),
  DATABASE_WORK_STATEMENT_SECONDS: limitSeconds(DATABASE_LIMITS.work.statementMs),
  DATABASE_WORK_LOCK_SECONDS: limitSeconds(DATABASE_LIMITS.work.lockMs),
  DATABASE_WORK_IDLE_SECONDS: limitSeconds(DATABASE_LIMITS.work.idleInTransactionMs),
};

/** The limits that the settings ask for. */
export function databaseLimitsOf(settings: Record<keyof typeof DATABASE_LIMIT_SETTINGS, number>): DatabaseLimits {
  return {
    request: {
      statementMs: settings.DATABASE_STATEMENT_SECONDS * SECOND,
      lockMs: settings.DATABASE_LOCK_SECONDS * SECOND,
      idleInTransactionMs: settings.DATABASE_IDLE_SECONDS * SECOND,
    },
    work: {
      statementMs: settings.DATABASE_WORK_STATEMENT_SECONDS * SECOND,
      lockMs: settings.DATABASE_WORK_LOCK_SECONDS * SECOND,
      idleInTransactionMs: settings.DATABASE_WORK_IDLE_SECONDS * SECOND,
    },
  };
}
