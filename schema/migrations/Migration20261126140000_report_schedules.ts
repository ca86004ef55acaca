import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

/** Reports that are made at set times, and which of the library were. */
export class Migration20261126140000_report_schedules extends Migration {
  override up(): void {
    this.addSql(`
      create table report_schedules (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        framework text not null,
        type text not null,
        format text not null,
        cron text not null,
        next_at timestamptz not null,
        -- Until when a process makes the report that is due, and how many have begun with it.
        claimed_until timestamptz,
        attempts int not null default 0,
        -- Why the last time that was due has no report; null where it has one.
        failed_at timestamptz,
        failure text,
        created_by uuid not null,
        created_at timestamptz not null,
        unique (tenant_id, id),
        check (num_nonnulls(failed_at, failure) in (0, 2)),
        foreign key (tenant_id, created_by) references users (tenant_id, id)
      )`);
    this.addSql('create index report_schedules_due on report_schedules (next_at)');
    for (const statement of bindToTenant('report_schedules')) this.addSql(statement);
    this.addSql(`create policy report_schedules_system on report_schedules for select using (${IS_SYSTEM})`);
    this.addSql(`
      alter table reports
        add schedule_id uuid,
        add foreign key (tenant_id, schedule_id) references report_schedules (tenant_id, id)
          on delete set null (schedule_id)`);
    this.addSql(
      'create index reports_of_schedule on reports (tenant_id, schedule_id, generated_at desc) where schedule_id is not null',
    );
  }
}
