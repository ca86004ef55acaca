import { SECOND } from '../clock.js';

/** What PostgreSQL ends a statement or a session for. Milliseconds; 0 for no limit. */
export interface StatementLimits {
  /** One statement (`statement_timeout`). */
  statementMs: number;
  /** Waiting for one lock (`lock_timeout`). */
  lockMs: number;
  /** A transaction between two statements (`idle_in_transaction_session_timeout`): its locks are released, its connection ends. */
  idleInTransactionMs: number;
}

/** Limits of statements by who waits for them. Migrations and the commands of operators, as the owner, have none. */
export interface DatabaseLimits {
  /** A client waits: short, so that a slow statement of one holds no connection that others need. */
  request: StatementLimits;
  /** Scans, reports, deliveries, sweeps. */
  work: StatementLimits;
}

export const DATABASE_LIMITS: DatabaseLimits = {
  request: { statementMs: 15 * SECOND, lockMs: 5 * SECOND, idleInTransactionMs: 30 * SECOND },
  work: { statementMs: 600 * SECOND, lockMs: 60 * SECOND, idleInTransactionMs: 300 * SECOND },
};

/** Values of the settings in the order of their names above, as `set_config` takes them. */
export function limitValues({ statementMs, lockMs, idleInTransactionMs }: StatementLimits): [string, string, string] {
  return [String(statementMs), String(lockMs), String(idleInTransactionMs)];
}
