import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

/** Schedules of scans, and what a scan was queued by. */
export class Migration20261121111000_schedules extends Migration {
  override up(): void {
    this.addSql(`alter table scans add column trigger text not null default 'manual'
      check (trigger in ('manual', 'schedule', 'import'))`);
    this.addSql(`
      create index scans_unfinished_of_tenant on scans (tenant_id, sequence) where status in ('queued', 'running')`);
    this.addSql(`
      create table scan_schedules (
        tenant_id uuid not null references tenants (id),
        integration_id uuid primary key,
        cron text not null,
        next_at timestamptz not null,
        created_by uuid,
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
      )`);
    this.addSql('create index scan_schedules_tenant on scan_schedules (tenant_id)');
    this.addSql('create index scan_schedules_due on scan_schedules (next_at)');
    for (const statement of bindToTenant('scan_schedules')) this.addSql(statement);
    this.addSql(`create policy scan_schedules_system on scan_schedules for select using (${IS_SYSTEM})`);
  }
}
