import { Migration } from '@mikro-orm/migrations';

/** The library of reports holds audit packages too: zip files of a framework and a period. */
export class Migration20261125223000_audit_packages extends Migration {
  override up(): void {
    this.addSql('alter table reports drop constraint reports_type_check, drop constraint reports_format_check');
    this.addSql(`
      alter table reports
        -- Begin of the period of which an audit package has the evidence; null of a report.
        add column period_from timestamptz,
        add constraint reports_type_check check (type in ('compliance_summary', 'gap_analysis', 'executive_summary',
          'evidence_collection', 'statement_of_applicability', 'audit_package')),
        add constraint reports_format_check check (format in ('json', 'csv', 'xlsx', 'pdf', 'html', 'zip')),
        add constraint reports_package_check check ((type = 'audit_package') = (format = 'zip')),
        add constraint reports_period_check check ((type = 'audit_package') = (period_from is not null))`);
  }
}
