import { Migration } from '@mikro-orm/migrations';

/** Whether an assessment has a note or evidence is stored with it: the service decides it once, when it is recorded. */
export class Migration20261122120000_supported_assessments extends Migration {
  override up(): void {
    this.addSql('alter table assessments add is_supported boolean not null default false');
    this.addSql(`update assessments set is_supported = coalesce(details, '') ~ '\\S' or evidence_ids <> '{}'`);
  }
}
