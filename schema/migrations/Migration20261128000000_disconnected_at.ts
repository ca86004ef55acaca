import { Migration } from '@mikro-orm/migrations';

const READ = ['integrations', 'audit_log'];

/** When an integration was disconnected, for those disconnected before from the audit trail: what it said counted until then. */
export class Migration20261128000000_disconnected_at extends Migration {
  override up(): void {
    this.addSql('alter table integrations add column disconnected_at timestamptz');
    // Row level security binds the owner too, who has no tenant here.
    for (const table of READ) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(`
      update integrations i set disconnected_at = coalesce((
        select max(a.at) from audit_log a
        where a.tenant_id = i.tenant_id and a.resource_type = 'integration' and a.resource_id = i.id::text
          and a.action = 'integration.disconnected'
      ), i.created_at)
      where i.status = 'disconnected'`);
    for (const table of READ) this.addSql(`alter table ${table} force row level security`);
  }
}
