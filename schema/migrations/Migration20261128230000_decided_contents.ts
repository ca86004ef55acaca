import { Migration } from '@mikro-orm/migrations';

/**
 * What releases decide postures by, in the order in which they last migrated. Where two releases run on one database, the older one
 * finds here that a posture was decided by a newer one.
 */
export class Migration20261128230000_decided_contents extends Migration {
  override up(): void {
    this.addSql(`
      create table decided_contents (
        -- As in postures.decided_content.
        content text primary key,
        no bigint not null unique
      )`);
  }
}
