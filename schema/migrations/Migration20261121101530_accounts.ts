import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL, IS_SYSTEM } from './row-level-security.js';

/** The one address a login asks about, in the spelling of `users.email_key`. */
const LOGIN_EMAIL = `nullif(current_setting('app.login_email', true), '')`;
/** The row of that address among the failed logins. */
const OWN_FAILURES = `account = encode(sha256(convert_to(${LOGIN_EMAIL}, 'UTF8')), 'hex')`;

/** Members that leave, invitations, outgoing mail, one-time codes, and failed logins that all processes count. */
export class Migration20261121101530_accounts extends Migration {
  override up(): void {
    this.users();
    this.invitations();
    this.mails();
    this.loginFailures();
  }

  private users(): void {
    this.addSql(`
      alter table users
        -- One spelling for all spellings of an address; see accountKey.
        add column email_key text,
        -- Who left stays, for what they did; their address is free again.
        add column removed_at timestamptz,
        -- The seed of one-time codes, sealed; not in force until mfa_enabled.
        add column mfa_secret text,
        -- The newest time step whose code was taken: none is taken twice.
        add column mfa_last_step bigint,
        -- SHA-256 of the recovery codes that are left.
        add column recovery_hashes text[] not null default '{}',
        add check (not mfa_enabled or mfa_secret is not null)`);
    // Row level security is forced on the owner too: it would see no row to fill.
    this.addSql(`alter table users no force row level security`);
    this.addSql(`update users set email_key = lower(email)`);
    this.addSql(`alter table users force row level security`);
    this.addSql(`alter table users alter column email_key set not null`);
    this.addSql(`drop index users_email_unique`);
    this.addSql(`create unique index users_email_unique on users (email_key) where removed_at is null`);
    this.addSql(`create index users_tenant on users (tenant_id, created_at)`);
    this.addSql(`drop policy users_login on users`);
    this.addSql(`
      create policy users_login on users for select using (email_key = ${LOGIN_EMAIL} and removed_at is null)`);
  }

  private invitations(): void {
    this.addSql(`
      create table invitations (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        email text not null,
        email_key text not null,
        role text not null check (role in ('admin', 'auditor', 'member')),
        status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked', 'expired')),
        -- SHA-256 of the link's token; those of links that a newer one replaced tell their holder so.
        token_hash text not null unique,
        former_hashes text[] not null default '{}',
        -- Null where the operator invited.
        invited_by uuid,
        created_at timestamptz not null,
        renewed_at timestamptz,
        expires_at timestamptz not null,
        unique (tenant_id, id),
        foreign key (tenant_id, invited_by) references users (tenant_id, id)
      )`);
    this.addSql(`
      create unique index invitations_pending on invitations (tenant_id, email_key) where status = 'pending'`);
    this.addSql(`create index invitations_newest on invitations (tenant_id, created_at desc)`);
    this.addSql(`create index invitations_former on invitations using gin (former_hashes)`);
    for (const statement of bindToTenant('invitations')) this.addSql(statement);
    this.addSql(`
      create policy invitations_credential on invitations for select
        using (token_hash = ${CREDENTIAL} or former_hashes @> array[${CREDENTIAL}])`);
  }

  private mails(): void {
    this.addSql(`
      create table mails (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        -- What it tells of: a newer mail about the same takes its place.
        reference text not null,
        -- Sealed: it has an address and perhaps a link that is worth something. Null when it is given up.
        message text,
        created_at timestamptz not null default now(),
        -- Of no use to its reader from then on.
        expires_at timestamptz not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null default now(),
        lease_number integer not null default 0,
        lease_expires_at timestamptz,
        failed_at timestamptz,
        last_error text,
        unique (tenant_id, id),
        check ((message is null) = (failed_at is not null))
      )`);
    this.addSql(`create index mails_due on mails (next_attempt_at) where failed_at is null`);
    this.addSql(`create index mails_reference on mails (tenant_id, reference)`);
    for (const statement of bindToTenant('mails')) this.addSql(statement);
    this.addSql(`create policy mails_system on mails for select using (${IS_SYSTEM} and failed_at is null)`);
  }

  /** No tenant: most addresses that fail have none. By hash, for people type their passwords into the wrong box. */
  private loginFailures(): void {
    this.addSql(`
      create table login_failures (
        account text primary key,
        failures integer not null,
        ends_at timestamptz not null
      )`);
    this.addSql(`create index login_failures_ended on login_failures (ends_at)`);
    this.addSql(`alter table login_failures enable row level security`);
    this.addSql(`alter table login_failures force row level security`);
    this.addSql(
      `create policy login_failures_own on login_failures using (${OWN_FAILURES}) with check (${OWN_FAILURES})`,
    );
    // Sweeping needs to see what it sweeps. What still counts stays out of its reach.
    for (const command of ['select', 'delete']) {
      this.addSql(`
        create policy login_failures_${command}_ended on login_failures for ${command}
          using (${IS_SYSTEM} and ends_at < now())`);
    }
  }
}
