import { Migration } from '@mikro-orm/migrations';

/** Drops what counted the lists that were there. */
export class Migration20261129120002_counted_lists extends Migration {
  override up(): void {
    this.addSql('drop function fill_list_counts(uuid)');
  }
}
