import { Migration } from '@mikro-orm/migrations';

/** The language of reports and of those that schedules make; everything before was in English. */
export class Migration20261128020000_report_language extends Migration {
  override up(): void {
    for (const table of ['reports', 'report_schedules']) {
      this.addSql(`
        alter table ${table} add column language text not null default 'en',
          add constraint ${table}_language_check check (language in ('en', 'de'))`);
    }
  }
}
