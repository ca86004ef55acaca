import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/**
 * Service accounts, to which API keys belong. Keys from before get one for each of their creators, without a role of its
 * own: they go on with the role of their creator.
 */
export class Migration20261123040000_service_accounts extends Migration {
  override up(): void {
    this.addSql(`
      create table service_accounts (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        name text not null check (length(name) >= 1 and length(name) <= 120),
        -- Null: that of whoever created the key.
        role text check (role in ('admin', 'auditor', 'member')),
        responsible_id uuid not null,
        created_by uuid not null,
        -- The person for whose keys it was made because they named no account.
        default_of uuid,
        created_at timestamptz not null,
        disabled_at timestamptz,
        unique (tenant_id, id),
        unique (tenant_id, default_of),
        foreign key (tenant_id, responsible_id) references users (tenant_id, id) on delete cascade,
        foreign key (tenant_id, created_by) references users (tenant_id, id) on delete cascade
      )`);
    for (const statement of bindToTenant('service_accounts')) this.addSql(statement);
    this.addSql(`alter table api_keys add service_account_id uuid`);
    // Row level security is forced on the owner too: it would see no row to copy.
    const tables = ['service_accounts', 'api_keys', 'users'];
    for (const table of tables) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(`
      insert into service_accounts (id, tenant_id, name, responsible_id, created_by, default_of, created_at, disabled_at)
      select gen_random_uuid(), u.tenant_id, left('Keys of ' || u.name, 120), u.id, u.id, u.id, now(), u.removed_at
      from users u
      where exists (select 1 from api_keys k where k.tenant_id = u.tenant_id and k.user_id = u.id)`);
    this.addSql(`
      update api_keys k set service_account_id = s.id
      from service_accounts s
      where s.tenant_id = k.tenant_id and s.default_of = k.user_id`);
    for (const table of tables) this.addSql(`alter table ${table} force row level security`);
    this.addSql(`
      alter table api_keys
        alter service_account_id set not null,
        add foreign key (tenant_id, service_account_id) references service_accounts (tenant_id, id) on delete cascade`);
    this.addSql(`create index api_keys_account on api_keys (tenant_id, service_account_id)`);
  }
}
