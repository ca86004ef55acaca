import { Migration } from '@mikro-orm/migrations';

/** Reports find the exceptions in force at a moment, and the log of a webhook its failed deliveries, without those that are neither. */
export class Migration20261124042500_ended_exceptions extends Migration {
  override up(): void {
    this.addSql('create index exceptions_ended on exceptions (tenant_id, ended_at)');
    this.addSql(`
      create index webhook_deliveries_failed on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc)
      where status = 'failed'`);
  }
}
