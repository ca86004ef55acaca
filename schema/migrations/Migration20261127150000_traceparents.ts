import { Migration } from '@mikro-orm/migrations';

/** Rows that cause work, which goes on in the trace of whoever wrote them. */
const TABLES = ['outbox', 'webhook_deliveries', 'scans', 'mails'];

/**
 * The trace of what wrote a row, as W3C `traceparent`, null where traces are off. Each transaction is bound to one with its scope, so that
 * triggers that write rows need not know of it.
 */
export class Migration20261127150000_traceparents extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column traceparent text`);
      this.addSql(
        `alter table ${table} alter column traceparent set default nullif(current_setting('app.trace_parent', true), '')`,
      );
    }
  }
}
