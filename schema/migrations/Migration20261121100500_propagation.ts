import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** What one statement needs to decide statuses, tell of them, and keep the history of scores. */
export class Migration20261121100500_propagation extends Migration {
  override up(): void {
    // False for controls that an older version of the content had: their rows stay, they count in no score.
    this.addSql(`alter table catalogue_controls add column is_current boolean not null default true`);
    // What an assessment reached: [control number, code of the status before, code of the status after], changed or not.
    this.addSql(`alter table assessments add column propagation jsonb not null default '[]'`);
    this.addSql(`create index assessments_newest on assessments (tenant_id, created_at desc, id desc)`);
    // The version of the posture that a change made: subscribers read on from the last one they saw.
    this.addSql(`alter table status_ledger add column posture_version bigint`);
    this.addSql(`create index status_ledger_version on status_ledger (tenant_id, posture_version)`);
    this.addSql(`
      create table score_history (
        tenant_id uuid not null references tenants (id),
        posture_version bigint not null,
        -- Slug; '' for the score over all active frameworks.
        framework text not null,
        at timestamptz not null,
        previous_score double precision not null,
        score double precision not null,
        passed_controls integer not null,
        total_controls integer not null,
        scan_id uuid,
        assessment_id uuid,
        primary key (tenant_id, framework, posture_version)
      )`);
    for (const statement of bindToTenant('score_history')) this.addSql(statement);
    this.addSql(`
      create function status_code(statuses bytea, no integer) returns integer language sql immutable as
      $$ select case when no < length(statuses) then get_byte(statuses, no) else 0 end $$`);
    // 100 × passed / total, one decimal. Source: specification, section 2, "Report".
    this.addSql(`
      create function score_percent(passed bigint, total bigint) returns double precision language sql immutable as
      $$ select case when total = 0 then 0 else (round(1000.0 * passed / total) / 10)::double precision end $$`);
  }
}
