import { Migration } from '@mikro-orm/migrations';

/** What a compliant assessment over a part mapping does: pass the control by itself, or contribute to it. */
export class Migration20261123040000_partial_assessments extends Migration {
  override up(): void {
    this.addSql(`
      alter table tenants add column partial_assessments text not null default 'pass'
        check (partial_assessments in ('pass', 'contribute'))`);
  }
}
