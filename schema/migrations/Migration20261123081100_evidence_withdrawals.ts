import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Evidence that was withdrawn with a reason: its row stays, its file goes after a grace. */
export class Migration20261123081100_evidence_withdrawals extends Migration {
  override up(): void {
    this.addSql(`
      create table evidence_withdrawals (
        tenant_id uuid not null,
        evidence_id uuid not null,
        reason_code text not null check (reason_code in (
          'personal_data', 'secret', 'confidential', 'wrong_file', 'outdated', 'other')),
        reason text not null,
        withdrawn_by uuid not null,
        withdrawn_at timestamptz not null,
        -- Until then it can be restored; then its file goes.
        restorable_until timestamptz not null,
        purged_at timestamptz,
        primary key (tenant_id, evidence_id),
        foreign key (tenant_id, evidence_id) references evidence (tenant_id, id) on delete cascade
      )`);
    this.addSql(`
      create index evidence_withdrawals_due on evidence_withdrawals (tenant_id, restorable_until) where purged_at is null`);
    for (const statement of bindToTenant('evidence_withdrawals')) this.addSql(statement);
  }
}
