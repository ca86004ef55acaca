import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, CREDENTIAL } from './row-level-security.js';

/** Long-lived credentials for automation. Of a key only its SHA-256 is kept. */
export class Migration20261121100505_api_keys extends Migration {
  override up(): void {
    this.addSql(`
      create table api_keys (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        name text not null check (length(name) >= 1 and length(name) <= 100),
        -- The eight characters by which people tell keys apart.
        key_id text not null check (length(key_id) = 8),
        hash text not null check (length(hash) = 64),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz,
        unique (tenant_id, id),
        foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
      )`);
    // Across tenants: a key is looked up before its tenant is known. A hash tells nobody anything.
    this.addSql(`create unique index api_keys_hash on api_keys (hash)`);
    this.addSql(`create index api_keys_owner on api_keys (tenant_id, user_id, created_at desc)`);
    for (const statement of bindToTenant('api_keys')) this.addSql(statement);
    this.addSql(`create policy api_keys_credential on api_keys for select using (hash = ${CREDENTIAL})`);
  }
}
