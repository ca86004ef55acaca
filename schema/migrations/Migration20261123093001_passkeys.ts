import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL, IS_SYSTEM } from './row-level-security.js';

/** Passkeys of people, the challenges that they answer, and sessions in which one was shown. */
export class Migration20261123093001_passkeys extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        -- As authenticators name it, base64url. One passkey has one account in the whole service.
        credential_id text not null,
        -- SHA-256 of it, by which a log-in finds the passkey of a tenant that is not known yet.
        credential_hash text not null unique,
        -- COSE_Key (RFC 9052, section 7).
        public_key bytea not null,
        -- Signature counter of the last use; 0 for authenticators that do not count.
        sign_count bigint not null check (sign_count >= 0),
        -- How the browser reaches the authenticator: internal, hybrid, usb, nfc, ble.
        transports text[] not null,
        -- Whether it can be copied to other devices of its owner, which never changes, and whether it is.
        is_backup_eligible boolean not null,
        is_backed_up boolean not null,
        name text not null check (length(name) >= 1 and length(name) <= 100),
        created_at timestamptz not null,
        last_used_at timestamptz,
        unique (tenant_id, id),
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index passkeys_owner on passkeys (tenant_id, user_id, created_at)`);
    for (const statement of bindToTenant('passkeys')) this.addSql(statement);
    this.addSql(`create policy passkeys_credential on passkeys for select using (credential_hash = ${CREDENTIAL})`);
    this.addSql(`
      create table passkey_challenges (
        -- SHA-256 of the challenge. Belongs to no tenant: a log-in names none before it is answered.
        challenge_hash text primary key,
        purpose text not null check (purpose in ('registration', 'login', 'step_up')),
        -- The session that asked; null for a log-in.
        session_id uuid,
        expires_at timestamptz not null,
        check ((purpose = 'login') = (session_id is null))
      )`);
    this.addSql(`create index passkey_challenges_over on passkey_challenges (expires_at)`);
    this.addSql(`alter table passkey_challenges enable row level security`);
    this.addSql(`alter table passkey_challenges force row level security`);
    this.addSql(`
      create policy passkey_challenges_own on passkey_challenges
        using (challenge_hash = ${CREDENTIAL}) with check (challenge_hash = ${CREDENTIAL})`);
    for (const command of ['select', 'delete']) {
      this.addSql(`
        create policy passkey_challenges_${command}_over on passkey_challenges for ${command}
          using (${IS_SYSTEM} and expires_at < now())`);
    }
    this.addSql(`
      alter table sessions
        -- Whether a passkey that verifies its user was shown in it: both factors at once.
        add has_passkey_proof boolean not null default false`);
  }
}
