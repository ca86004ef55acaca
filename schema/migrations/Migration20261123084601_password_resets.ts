import { Migration } from '@mikro-orm/migrations';
import { CREDENTIAL } from './row-level-security.js';

/** Reset of a password by a link: at most one of an account, the latest. */
export class Migration20261123084601_password_resets extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        -- SHA-256 of the token in the link.
        add column password_reset_hash text,
        add column password_reset_expires_at timestamptz,
        add constraint users_password_reset_check
          check ((password_reset_hash is null) = (password_reset_expires_at is null))`);
    this.addSql(`
      create unique index users_password_reset on users (password_reset_hash) where password_reset_hash is not null`);
    // Found by the link before the tenant is known, never changed that way.
    this.addSql(`create policy users_password_reset on users for select using (password_reset_hash = ${CREDENTIAL})`);
  }
}
