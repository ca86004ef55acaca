import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** How much of its coarse quotas a tenant has used in the window of a minute that runs: one row for each, used again. */
export class Migration20261121100507_quotas extends Migration {
  override up(): void {
    this.addSql(`
      create table tenant_quotas (
        tenant_id uuid not null references tenants (id),
        quota text not null,
        window_ends_at timestamptz not null,
        used integer not null,
        primary key (tenant_id, quota)
      )`);
    for (const statement of bindToTenant('tenant_quotas')) this.addSql(statement);
  }
}
