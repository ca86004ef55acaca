import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Identity providers that change members, the roles that an organization's groups stand for, and who manages a member. */
export class Migration20261123081001_identity_providers extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_providers (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        kind text not null check (kind in ('scim', 'oidc', 'saml')),
        name text not null check (length(name) >= 1 and length(name) <= 200),
        created_at timestamptz not null,
        unique (tenant_id, id)
      )`);
    this.addSql(`create index identity_providers_tenant on identity_providers (tenant_id, created_at)`);
    this.addSql(`
      create table group_roles (
        tenant_id uuid not null references tenants (id),
        -- The name in lower case: providers compare names without it.
        group_key text not null,
        group_name text not null check (length(group_name) >= 1 and length(group_name) <= 200),
        role text not null check (role in ('admin', 'auditor', 'member')),
        primary key (tenant_id, group_key)
      )`);
    for (const table of ['identity_providers', 'group_roles']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
    this.addSql(`
      alter table tenants
        -- Role of a member whom a provider names in no group that stands for a role.
        add default_role text not null default 'member' check (default_role in ('admin', 'auditor', 'member'))`);
    this.addSql(`
      alter table users
        -- The provider that keeps name, address and role of this person, or null where admins do.
        add managed_by uuid,
        add foreign key (tenant_id, managed_by) references identity_providers (tenant_id, id)`);
    this.actors('audit_log', ['user', 'api_key', 'system', 'operator', 'identity_provider']);
    this.actors('security_events', ['user', 'api_key', 'system', 'operator', 'anonymous', 'identity_provider']);
  }

  private actors(table: string, types: readonly string[]): void {
    this.addSql(`
      alter table ${table}
        drop constraint ${table}_actor_type_check,
        add constraint ${table}_actor_type_check check (actor_type in (${types.map((type) => `'${type}'`).join(', ')}))`);
  }
}
