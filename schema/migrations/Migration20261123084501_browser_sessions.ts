import { Migration } from '@mikro-orm/migrations';
import { CREDENTIAL } from './row-level-security.js';

/** Sessions of browsers: a refresh token in a cookie, replaced with every use. */
export class Migration20261123084501_browser_sessions extends Migration {
  override up(): void {
    this.addSql(`
      alter table sessions
        -- SHA-256 of what all refresh tokens of the session have in common, of the current one, and of its predecessor.
        add column refresh_family text,
        add column refresh_hash text,
        add column refresh_previous text,
        add column refreshed_at timestamptz,
        -- When it ends at the latest, however it is used; expires_at is when it ends unused.
        add column ends_at timestamptz,
        add constraint sessions_refresh_check check (
          (kind = 'browser') = (refresh_family is not null and refresh_hash is not null and ends_at is not null)
          and (refresh_previous is null) = (refreshed_at is null))`);
    this.addSql(`create unique index sessions_refresh on sessions (refresh_family) where refresh_family is not null`);
    // Found by the family before the tenant is known, never changed that way.
    this.addSql(`create policy sessions_refresh on sessions for select using (refresh_family = ${CREDENTIAL})`);
  }
}
