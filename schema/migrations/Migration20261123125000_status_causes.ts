import { Migration } from '@mikro-orm/migrations';

/**
 * The ledger says what class of cause changed a status, and a posture which content it was decided by. Former rows get a cause only
 * where the row itself tells: to or from out of scope, or an assessment recorded at the same instant.
 */
export class Migration20261123125000_status_causes extends Migration {
  override up(): void {
    this.addSql(`
      alter table status_ledger add column cause text check (cause in ('resource_changed', 'check_changed', 'mapping_changed',
        'scope_changed', 'judgement', 'exception', 'connection', 'setting_changed'))`);
    // Row level security binds the owner too, who has no tenant here.
    this.addSql('alter table status_ledger no force row level security');
    this.addSql('alter table assessments no force row level security');
    this.addSql('alter table postures no force row level security');
    this.addSql(`update status_ledger set cause = 'scope_changed' where 'not_applicable' in (status, previous_status)`);
    this.addSql(`
      update status_ledger l set cause = 'judgement' from assessments a
      where a.tenant_id = l.tenant_id and a.id = l.assessment_id and a.created_at = l.changed_at and l.scan_id is null
        and l.cause is null`);
    this.addSql(`
      create index status_ledger_feed on status_ledger (tenant_id, changed_at desc, sequence desc)`);
    // Null: nothing is decided yet. Else what is decided was decided by another content than any that there is now.
    this.addSql('alter table postures add column decided_content text');
    this.addSql(`update postures set decided_content = '' where version > 0`);
    this.addSql('alter table status_ledger force row level security');
    this.addSql('alter table assessments force row level security');
    this.addSql('alter table postures force row level security');
  }
}
