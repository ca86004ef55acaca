import { Migration } from '@mikro-orm/migrations';

/** Evidence that an answer to an auditor names: artifacts and parts of them, as assessments name theirs. */
export class Migration20261129150000_evidence_of_answers extends Migration {
  override up(): void {
    this.addSql(`alter table auditor_comments add column answer_evidence_ids uuid[] not null default '{}'`);
  }
}
