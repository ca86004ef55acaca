import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Addresses from which each token of SCIM was used, to notice a new one. */
export class Migration20261129123000_scim_token_addresses extends Migration {
  override up(): void {
    this.addSql(`
      create table scim_token_addresses (
        tenant_id uuid not null,
        scim_token_id uuid not null,
        address text not null,
        first_used_at timestamptz not null,
        primary key (tenant_id, scim_token_id, address),
        foreign key (tenant_id, scim_token_id) references scim_tokens (tenant_id, id) on delete cascade
      )`);
    for (const statement of bindToTenant('scim_token_addresses')) this.addSql(statement);
  }
}
