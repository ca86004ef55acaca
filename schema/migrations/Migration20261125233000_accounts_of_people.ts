import { Migration } from '@mikro-orm/migrations';
import { ACCOUNT, CREDENTIAL, LOGIN } from './row-level-security.js';

/** Tables that the owner reads and writes below, who is bound by no tenant. */
const READ = ['users', 'passkeys', 'sessions', 'federated_identities'];

/**
 * Accounts of people apart from their memberships: whoever is in several organizations has one address, one password, one
 * set of codes and passkeys. `users` are the memberships. An account begins with the id of the membership that it was part of:
 * seeds of codes are sealed for that id, and authenticators know it.
 */
export class Migration20261125233000_accounts_of_people extends Migration {
  override up(): void {
    this.createAccounts();
    for (const table of READ) this.addSql(`alter table ${table} no force row level security`);
    this.addMemberships();
    this.movePasskeys();
    this.markSessions();
    for (const table of READ) this.addSql(`alter table ${table} force row level security`);
    this.restrict();
  }

  private createAccounts(): void {
    this.addSql(`
      create table accounts (
        id uuid primary key,
        email text not null,
        -- Canonical address; see accountKey.
        email_key text not null,
        password_hash text,
        mfa_enabled boolean not null default false,
        mfa_secret text,
        mfa_last_step bigint,
        recovery_hashes text[] not null default '{}',
        password_reset_hash text,
        password_reset_expires_at timestamptz,
        credentials_changed_at timestamptz not null,
        created_at timestamptz not null,
        check (not mfa_enabled or mfa_secret is not null),
        check ((password_reset_hash is null) = (password_reset_expires_at is null))
      )`);
    this.addSql(`create unique index accounts_email_unique on accounts (email_key)`);
    this.addSql(`
      create unique index accounts_password_reset on accounts (password_reset_hash) where password_reset_hash is not null`);
  }

  private addMemberships(): void {
    this.addSql(`
      insert into accounts (id, email, email_key, password_hash, mfa_enabled, mfa_secret, mfa_last_step, recovery_hashes,
        password_reset_hash, password_reset_expires_at, credentials_changed_at, created_at)
      select id, email, email_key, password_hash, mfa_enabled, mfa_secret, mfa_last_step, recovery_hashes,
        password_reset_hash, password_reset_expires_at, credentials_changed_at, created_at
      from users where removed_at is null`);
    this.addSql(`
      alter table users
        -- The account of a member; none for a former one.
        add account_id uuid references accounts (id),
        -- Whether the identity provider of the organization is the only way in: then nothing below is the account's.
        add is_provider_only boolean not null default false,
        -- What the organization may know of the credentials that open the membership.
        add has_password boolean not null default false,
        add passkey_count integer not null default 0 check (passkey_count >= 0)`);
    this.addSql(`
      update users set account_id = id, has_password = password_hash is not null, is_provider_only = password_hash is null,
        passkey_count = (select count(*) from passkeys p where p.user_id = users.id)
      where removed_at is null`);
    this.addSql(`drop policy users_login on users`);
    this.addSql(`drop policy users_password_reset on users`);
    this.addSql(`
      alter table users
        drop password_hash, drop mfa_secret, drop mfa_last_step, drop recovery_hashes,
        drop password_reset_hash, drop password_reset_expires_at,
        add constraint users_account_check check ((account_id is null) = (removed_at is not null))`);
    this.addSql(`drop index users_email_unique`);
    this.addSql(`create unique index users_email_unique on users (tenant_id, email_key) where removed_at is null`);
    this.addSql(`create unique index users_account on users (account_id, tenant_id) where account_id is not null`);
  }

  private movePasskeys(): void {
    this.addSql(`alter table passkeys add account_id uuid references accounts (id) on delete cascade`);
    this.addSql(`delete from passkeys where user_id not in (select id from accounts)`);
    this.addSql(`update passkeys set account_id = user_id`);
    this.addSql(`drop policy passkeys_tenant on passkeys`);
    this.addSql(`alter table passkeys alter account_id set not null, drop tenant_id, drop user_id`);
    this.addSql(`create index passkeys_owner on passkeys (account_id, created_at)`);
  }

  /** Whoever logs in by a provider as well may have done so: their sessions prove nothing about the account. */
  private markSessions(): void {
    this.addSql(`
      alter table sessions
        -- Who proved last in it that its owner is there: the account's own credentials, or an identity provider.
        add authenticated_by text not null default 'account' check (authenticated_by in ('account', 'provider'))`);
    this.addSql(`
      update sessions s set authenticated_by = 'provider'
      where exists (select from federated_identities f where f.tenant_id = s.tenant_id and f.user_id = s.user_id)`);
    this.addSql(`alter table sessions alter authenticated_by drop default`);
    this.addSql(`
      alter table sessions
        drop constraint sessions_end_reason_check,
        add constraint sessions_end_reason_check check (end_reason in
          ('logged_out', 'ended', 'password_changed', 'mfa_changed', 'member_removed', 'token_reused', 'switched'))`);
  }

  /** An account is in no tenant: it is seen under its own id, and by whoever gives its address or a link to it. */
  private restrict(): void {
    for (const table of ['accounts', 'passkeys']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
    }
    this.addSql(`create policy accounts_own on accounts using (id = ${ACCOUNT}) with check (id = ${ACCOUNT})`);
    this.addSql(`create policy accounts_login on accounts for select using (email_key = ${LOGIN})`);
    this.addSql(`
      create policy accounts_password_reset on accounts for select using (password_reset_hash = ${CREDENTIAL})`);
    this.addSql(`
      create policy passkeys_own on passkeys using (account_id = ${ACCOUNT}) with check (account_id = ${ACCOUNT})`);
    this.addSql(`create policy users_account on users for select using (account_id = ${ACCOUNT})`);
  }
}
