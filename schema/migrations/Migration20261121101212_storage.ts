import { Migration } from '@mikro-orm/migrations';

/** What the sweeper and the retention of scans look things up by, and who of several processes does such work. */
export class Migration20261121101212_storage extends Migration {
  override up(): void {
    this.addSql(`create index evidence_file_reference on evidence (tenant_id, file_reference collate "C")`);
    this.addSql(`create index evidence_scan on evidence (tenant_id, scan_id) where scan_id is not null`);
    // Work that one process at a time may do, whatever tenant it is for. On the database's clock.
    this.addSql(`
      create table work_leases (
        name text primary key,
        holder uuid not null,
        expires_at timestamptz not null
      )`);
  }
}
