import { Migration } from '@mikro-orm/migrations';

/** A fifth type of reports. */
export class Migration20261122133000_statement_of_applicability extends Migration {
  override up(): void {
    this.addSql(`
      alter table reports drop constraint reports_type_check,
        add constraint reports_type_check check (type in ('compliance_summary', 'gap_analysis', 'executive_summary',
          'evidence_collection', 'statement_of_applicability'))`);
  }
}
