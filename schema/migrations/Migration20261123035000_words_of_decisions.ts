import { Migration } from '@mikro-orm/migrations';

/** Decisions on the scope and exceptions have one word for each step: `status`, proposed, decided with a `note`, ended. */
export class Migration20261123035000_words_of_decisions extends Migration {
  override up(): void {
    this.addSql('alter table scope_decisions rename column state to status');
    this.addSql('alter table scope_decisions rename column withdrawn_by to ended_by');
    this.addSql('alter table scope_decisions rename column withdrawn_at to ended_at');
    this.addSql('alter table exceptions rename column decision_note to note');
  }
}
