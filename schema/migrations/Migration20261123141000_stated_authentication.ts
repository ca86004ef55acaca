import { Migration } from '@mikro-orm/migrations';

/** Identity providers need not say when they authenticated a person: such a session counts as one without a proof. */
export class Migration20261123141000_stated_authentication extends Migration {
  override up(): void {
    this.addSql('alter table sessions alter column authenticated_at drop not null');
  }
}
