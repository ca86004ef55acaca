import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Generated reports: which file is whose, and from when on it may go. */
export class Migration20261121101200_reports extends Migration {
  override up(): void {
    this.addSql(`
      create table reports (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        type text not null
          check (type in ('compliance_summary', 'gap_analysis', 'executive_summary', 'evidence_collection')),
        format text not null check (format in ('json', 'csv', 'xlsx', 'pdf', 'html')),
        framework text not null,
        -- The scan that the report names; null once the scan has been deleted.
        scan_id uuid,
        compliance_score numeric(4, 1) not null,
        total_controls integer not null,
        passed_controls integer not null,
        failed_controls integer not null,
        object_key text not null,
        size bigint not null,
        sha256 text not null check (length(sha256) = 64),
        generated_at timestamptz not null,
        generated_by uuid not null,
        -- End of the link that was handed out: the object is not needed after it.
        expires_at timestamptz not null,
        unique (tenant_id, id),
        unique (tenant_id, object_key),
        foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete set null (scan_id)
      )`);
    this.addSql(`create index reports_expired on reports (tenant_id, expires_at)`);
    this.addSql(`create index reports_scan on reports (tenant_id, scan_id)`);
    for (const statement of bindToTenant('reports')) this.addSql(statement);
  }
}
