import { Migration } from '@mikro-orm/migrations';

/** A link to a control repeats type and time of its artifact, neither of which ever changes: the newest of a control are an index's first rows. */
export class Migration20261124033000_evidence_order extends Migration {
  override up(): void {
    this.addSql('alter table evidence_controls add column type text, add column created_at timestamptz');
    // Row level security binds the owner too, who has no tenant here.
    this.addSql('alter table evidence_controls no force row level security');
    this.addSql('alter table evidence no force row level security');
    this.addSql(`
      update evidence_controls c set type = e.type, created_at = e.created_at from evidence e
      where e.tenant_id = c.tenant_id and e.id = c.evidence_id`);
    this.addSql('alter table evidence_controls alter column type set not null, alter column created_at set not null');
    this.addSql('alter table evidence force row level security');
    this.addSql('alter table evidence_controls force row level security');
    this.addSql('drop index evidence_controls_control');
    this.addSql(`
      create index evidence_controls_newest on evidence_controls (tenant_id, control_no, type, created_at desc, evidence_id desc)`);
    this.addSql(`
      create index evidence_uploaded on evidence (tenant_id, created_at desc, id desc) include (collected_at, expires_at)
      where type = 'manual'`);
    // By the time of creation, as lists are ordered, and by that of expiry, for a short window.
    this.addSql(`
      create index evidence_with_expiry on evidence (tenant_id, created_at desc, id desc) include (expires_at, type)
      where expires_at is not null`);
    this.addSql(`
      create index evidence_expiring on evidence (tenant_id, expires_at, created_at desc, id desc) include (type)
      where expires_at is not null`);
  }
}
