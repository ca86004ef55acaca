import { Migration } from '@mikro-orm/migrations';

/**
 * The language of a person: of their account, and of each membership that it opens, where mails to members are written. Null where it is
 * not known; those are written to in English, as everybody was before.
 */
export class Migration20261128030000_account_language extends Migration {
  override up(): void {
    for (const table of ['accounts', 'users']) {
      this.addSql(`
        alter table ${table} add column language text,
          add constraint ${table}_language_check check (language in ('en', 'de'))`);
    }
  }
}
