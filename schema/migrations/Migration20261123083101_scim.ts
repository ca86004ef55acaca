import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL } from './row-level-security.js';

/** SCIM: tokens of directories, and what directories store of people and groups beside members and roles. */
export class Migration20261123083101_scim extends Migration {
  override up(): void {
    this.addSql(`
      create table scim_tokens (
        -- Its name stands in identity_providers, under the same id.
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        -- The eight characters by which people tell tokens apart.
        token_id text not null check (length(token_id) = 8),
        hash text not null check (length(hash) = 64),
        created_by uuid not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz,
        unique (tenant_id, id),
        foreign key (tenant_id, id) references identity_providers (tenant_id, id),
        foreign key (tenant_id, created_by) references users (tenant_id, id)
      )`);
    // Across tenants, like that of api_keys: a token is looked up before its tenant is known.
    this.addSql(`create unique index scim_tokens_hash on scim_tokens (hash)`);
    this.addSql(`create index scim_tokens_newest on scim_tokens (tenant_id, created_at desc)`);
    this.addSql(`
      create table scim_users (
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        user_name text not null,
        -- Canonical form; see accountKey.
        user_name_key text not null,
        external_id text,
        -- Names and addresses as the directory wrote them.
        attributes jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, user_id),
        unique (tenant_id, user_name_key),
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index scim_users_external on scim_users (tenant_id, external_id)`);
    this.addSql(`
      create table scim_groups (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        display_name text not null,
        -- As group_roles.group_key.
        group_key text not null,
        external_id text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (tenant_id, id),
        unique (tenant_id, group_key)
      )`);
    this.addSql(`
      create table scim_group_members (
        tenant_id uuid not null references tenants (id),
        group_id uuid not null,
        user_id uuid not null,
        primary key (tenant_id, group_id, user_id),
        foreign key (tenant_id, group_id) references scim_groups (tenant_id, id) on delete cascade,
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index scim_group_members_user on scim_group_members (tenant_id, user_id)`);
    for (const table of ['scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
    this.addSql(`create policy scim_tokens_credential on scim_tokens for select using (hash = ${CREDENTIAL})`);
  }
}
