import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/**
 * What every object of an organization takes that has no row of its own with its size. Objects that are there already are
 * counted by the first sweep.
 */
export class Migration20261128233000_stored_objects extends Migration {
  override up(): void {
    this.addSql(`
      create table stored_objects (
        tenant_id uuid not null references tenants (id),
        key text collate "C" not null,
        kind text not null check (kind in ('scans', 'imports', 'audit')),
        bytes bigint not null check (bytes >= 0),
        -- By the clock of the database.
        created_at timestamptz not null default now(),
        primary key (tenant_id, key)
      )`);
    for (const statement of bindToTenant('stored_objects')) this.addSql(statement);
    for (const kind of ['scan', 'import', 'audit']) {
      // Contained in storage_usage.bytes.
      this.addSql(
        `alter table storage_usage add column ${kind}_bytes bigint not null default 0 check (${kind}_bytes >= 0)`,
      );
    }
  }
}
