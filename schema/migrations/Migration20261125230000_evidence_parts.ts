import { Migration } from '@mikro-orm/migrations';

/**
 * A scan stores one object for all of its controls: the evidence of a control is a range of its bytes. Artifacts from before, each with
 * an object and a row of its own, stay as they are.
 */
export class Migration20261125230000_evidence_parts extends Migration {
  override up(): void {
    this.addSql(`
      alter table evidence_controls
        -- The id under which the part of the control is an artifact of its own; null where the artifact is not in parts.
        add column part_id uuid,
        add column part_offset bigint,
        add column part_size int,
        add column part_sha256 text check (length(part_sha256) = 64),
        add check (num_nonnulls(part_id, part_offset, part_size, part_sha256) in (0, 4))`);
    this.addSql(
      'create unique index evidence_controls_part on evidence_controls (tenant_id, part_id) where part_id is not null',
    );
  }
}
