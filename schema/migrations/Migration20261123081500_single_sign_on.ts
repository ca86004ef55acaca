import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL } from './row-level-security.js';

/** Domain of the one address that a login asks about. */
const LOGIN_DOMAIN = `substring(nullif(current_setting('app.login_email', true), '') from '@([^@]+)$')`;

/** Domains that organizations hold, their connections to identity providers, and who logs in by them. */
export class Migration20261123081500_single_sign_on extends Migration {
  override up(): void {
    this.addSql(`
      create table email_domains (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        -- Lower case, in the ASCII form of IDNA.
        domain text not null,
        -- What the TXT record has to say. Public once it is published.
        token text not null,
        created_by uuid,
        created_at timestamptz not null,
        -- Null until the record was seen, and again when it has been missing for too long.
        verified_at timestamptz,
        checked_at timestamptz,
        -- Since when a verified domain has had no record.
        missing_since timestamptz,
        unique (tenant_id, id),
        unique (tenant_id, domain),
        foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by),
        check (missing_since is null or verified_at is not null)
      )`);
    // One organization holds a domain. Who meets this has shown that the domain is theirs as well.
    this.addSql(`create unique index email_domains_holder on email_domains (domain) where verified_at is not null`);
    this.addSql(`
      create table identity_connections (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        name text not null,
        kind text not null check (kind in ('oidc', 'saml')),
        status text not null check (status in ('draft', 'tested', 'active')),
        is_enforced boolean not null default false,
        -- The admin who may use a password while single sign-on is enforced.
        break_glass_user_id uuid,
        -- Whether a first log-in creates a member.
        creates_members boolean not null default false,
        -- Whether somebody in no mapped group is refused, instead of getting the default role of the organization.
        requires_group boolean not null default false,
        -- Claim or attribute with the groups; null for roles that are given here.
        group_claim text,
        -- Whether an address counts as verified when the provider says nothing of it.
        trusts_email boolean not null default false,
        -- Issuer of id tokens, or entity id of the SAML identity provider.
        issuer text not null,
        client_id text,
        -- Sealed.
        client_secret text,
        -- SAML: where requests go, and with what assertions are signed (PEM).
        sign_on_url text,
        certificates text[] not null default '{}',
        -- Whether a SAML provider may begin.
        allows_unsolicited boolean not null default false,
        created_at timestamptz not null,
        -- What the last test log-in showed.
        test_result jsonb,
        unique (tenant_id, id),
        foreign key (tenant_id, break_glass_user_id) references users (tenant_id, id),
        check (not is_enforced or (status = 'active' and break_glass_user_id is not null)),
        check (kind <> 'oidc' or client_id is not null),
        check (kind <> 'saml' or (sign_on_url is not null and cardinality(certificates) > 0))
      )`);
    this.addSql(`
      create unique index identity_connections_active on identity_connections (tenant_id) where status = 'active'`);
    this.addSql(`
      create table federated_identities (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        connection_id uuid not null,
        issuer text not null,
        -- The provider's own id of the person, which it never gives to another: sub, or a persistent NameID.
        subject text not null,
        user_id uuid not null,
        linked_at timestamptz not null,
        last_login_at timestamptz not null,
        unique (tenant_id, id),
        unique (tenant_id, connection_id, subject),
        unique (tenant_id, connection_id, user_id),
        foreign key (tenant_id, connection_id) references identity_connections (tenant_id, id) on delete cascade,
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    this.addSql(`
      create table sign_on_attempts (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        connection_id uuid not null,
        -- SHA-256 of the state that the provider sends back.
        state_hash text not null unique,
        purpose text not null check (purpose in ('login', 'test', 'step_up')),
        -- Who tests the connection or proves again who they are; null for a log-in.
        user_id uuid,
        session_id uuid,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        -- When the provider answered: once.
        answered_at timestamptz,
        -- What the answer said after every check, until the browser that began comes for it. Sealed.
        outcome text,
        unique (tenant_id, id),
        foreign key (tenant_id, connection_id) references identity_connections (tenant_id, id) on delete cascade,
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
        check ((purpose = 'login') = (user_id is null))
      )`);
    this.addSql(`create index sign_on_attempts_over on sign_on_attempts (tenant_id, expires_at)`);
    this.addSql(`
      create table used_assertions (
        tenant_id uuid not null references tenants (id),
        connection_id uuid not null,
        -- SHA-256 of the ID of the assertion.
        assertion_hash text not null,
        expires_at timestamptz not null,
        primary key (tenant_id, connection_id, assertion_hash),
        foreign key (tenant_id, connection_id) references identity_connections (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index used_assertions_over on used_assertions (tenant_id, expires_at)`);
    const tables = [
      'email_domains',
      'identity_connections',
      'federated_identities',
      'sign_on_attempts',
      'used_assertions',
    ];
    for (const statement of tables.flatMap(bindToTenant)) this.addSql(statement);
    this.addSql(`
      create policy email_domains_login on email_domains for select
        using (verified_at is not null and domain = ${LOGIN_DOMAIN})`);
    this.addSql(`
      create policy sign_on_attempts_state on sign_on_attempts for select using (state_hash = ${CREDENTIAL})`);
  }
}
