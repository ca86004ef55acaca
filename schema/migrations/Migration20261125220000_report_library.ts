import { Migration } from '@mikro-orm/migrations';

/** Reports stay: `expires_at` is when the file goes, no longer the end of a link, and a row says how to make the report again. */
export class Migration20261125220000_report_library extends Migration {
  override up(): void {
    // What was generated before was kept for the 15 minutes of its link and is not in the library: `as_of` is null.
    this.addSql(`
      alter table reports
        add column as_of timestamptz,
        add column moment text not null default 'now' check (moment in ('now', 'scan', 'as_of')),
        add column framework_version text,
        add column assured_score numeric(4, 1),
        add column assured_controls integer`);
    this.addSql('create index reports_newest on reports (tenant_id, generated_at desc, id desc)');
    this.addSql('create index reports_of_kind on reports (tenant_id, framework, type, as_of desc, id desc)');
    // Storage counts the files that are kept without reading the rows.
    this.addSql('drop index reports_expired');
    this.addSql('create index reports_kept on reports (tenant_id, expires_at) include (size)');
  }
}
