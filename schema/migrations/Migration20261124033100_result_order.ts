import { Migration } from '@mikro-orm/migrations';

/** A result repeats the number of its scan, which never changes: the newest of a control that says one thing is an index's first row. */
export class Migration20261124033100_result_order extends Migration {
  override up(): void {
    this.addSql('alter table scan_results add column scan_sequence integer');
    // Row level security binds the owner too, who has no tenant here.
    this.addSql('alter table scan_results no force row level security');
    this.addSql('alter table scans no force row level security');
    this.addSql(`
      update scan_results r set scan_sequence = s.sequence from scans s where s.tenant_id = r.tenant_id and s.id = r.scan_id`);
    this.addSql('alter table scan_results alter column scan_sequence set not null');
    this.addSql('alter table scans force row level security');
    this.addSql('alter table scan_results force row level security');
    this.addSql(`
      create index scan_results_newest on scan_results (tenant_id, control_no, status, scan_sequence desc) where evaluated`);
  }
}
