import { Migration } from '@mikro-orm/migrations';
import { IS_SYSTEM } from './row-level-security.js';

/** The counters of one guess, and what belongs to its account: hashes, comma-separated, in the variable that a login sets. */
const OF_GUESS = `string_to_array(nullif(current_setting('app.login_email', true), ''), ',')`;
const OWN = `account = any (${OF_GUESS}) or subject = any (${OF_GUESS})`;

/** Failed guesses are counted for an account with an address, for each of them alone, and for the service. */
export class Migration20261123043000_login_counters extends Migration {
  override up(): void {
    this.addSql(`drop policy login_failures_own on login_failures`);
    // The account that is guessed at, by hash; null for counters that belong to none.
    this.addSql(`alter table login_failures add column subject text`);
    this.addSql(`create index login_failures_subject on login_failures (subject) where subject is not null`);
    this.addSql(`create policy login_failures_own on login_failures using (${OWN}) with check (${OWN})`);
    this.addSql(`
      create table login_origins (
        -- An account with an address from which it has logged in, by hash.
        account text primary key,
        subject text not null,
        last_login_at timestamptz not null
      )`);
    this.addSql(`create index login_origins_age on login_origins (last_login_at)`);
    this.addSql(`alter table login_origins enable row level security`);
    this.addSql(`alter table login_origins force row level security`);
    this.addSql(`create policy login_origins_own on login_origins using (${OWN}) with check (${OWN})`);
    for (const command of ['select', 'delete']) {
      this.addSql(`
        create policy login_origins_${command}_old on login_origins for ${command}
          using (${IS_SYSTEM} and last_login_at < now() - interval '90 days')`);
    }
  }
}
