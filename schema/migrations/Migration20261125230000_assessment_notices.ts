import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Authors of assessments are told once of each contradiction by a scan, and once before an assessment expires. */
export class Migration20261125230000_assessment_notices extends Migration {
  override up(): void {
    this.addSql(`
      create table assessment_notices (
        tenant_id uuid not null references tenants (id),
        -- Subject of the event that was told of.
        subject text not null,
        assessment_id uuid not null,
        told_at timestamptz not null,
        primary key (tenant_id, subject),
        foreign key (tenant_id, assessment_id) references assessments (tenant_id, id)
      )`);
    for (const statement of bindToTenant('assessment_notices')) this.addSql(statement);
    this.addSql(`
      create index outbox_disputed on outbox (tenant_id, created_at) where event = 'compliance.assessment_disputed'`);
  }
}
