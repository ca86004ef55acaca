import { Migration } from '@mikro-orm/migrations';

/** What a receiver of events reads: our JSON, or the messages of a chat. */
export class Migration20261124035500_webhook_formats extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks add column format text not null default 'json'
        check (format in ('json', 'slack', 'teams'))`);
  }
}
