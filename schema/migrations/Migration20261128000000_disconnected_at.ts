import { Migration } from '@mikro-orm/migrations';

/** When an integration was disconnected: what it said counted until then. */
export class Migration20261128000000_disconnected_at extends Migration {
  override up(): void {
    this.addSql('alter table integrations add column disconnected_at timestamptz');
  }
}
