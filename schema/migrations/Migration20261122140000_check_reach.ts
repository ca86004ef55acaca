import { Migration } from '@mikro-orm/migrations';

/** What the deciding checks of an integration could look at in its last scan. */
export class Migration20261122140000_check_reach extends Migration {
  override up(): void {
    this.addSql(`alter table integrations add check_reach jsonb`);
  }
}
