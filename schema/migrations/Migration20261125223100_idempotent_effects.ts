import { Migration } from '@mikro-orm/migrations';

/** What a request with an `Idempotency-Key` has changed, known also where it ended before its answer was stored. */
export class Migration20261125223100_idempotent_effects extends Migration {
  override up(): void {
    // Written in the transaction of the change: an id, or what the service needs to answer again.
    this.addSql('alter table idempotency_keys add column effect text');
  }
}
