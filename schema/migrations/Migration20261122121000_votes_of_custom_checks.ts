import { Migration } from '@mikro-orm/migrations';

/** The custom checks that a vote rests on alone: it goes with them. */
export class Migration20261122121000_votes_of_custom_checks extends Migration {
  override up(): void {
    this.addSql(`alter table element_votes add custom_rules text[] not null default '{}'`);
  }
}
