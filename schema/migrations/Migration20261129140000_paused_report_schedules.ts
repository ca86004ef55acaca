import { Migration } from '@mikro-orm/migrations';

/** Schedules of reports that rest until somebody resumes them. */
export class Migration20261129140000_paused_report_schedules extends Migration {
  override up(): void {
    this.addSql('alter table report_schedules add column paused_at timestamptz');
  }
}
