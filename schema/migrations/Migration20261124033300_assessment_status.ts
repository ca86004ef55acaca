import { Migration } from '@mikro-orm/migrations';

/** Assessments of one status, in the order of their list. */
export class Migration20261124033300_assessment_status extends Migration {
  override up(): void {
    this.addSql('create index assessments_of_status on assessments (tenant_id, status, created_at desc, id desc)');
  }
}
