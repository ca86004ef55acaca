import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** What the files of an organization take in the object store, counted when they come and go. */
export class Migration20261123081000_storage_usage extends Migration {
  override up(): void {
    this.addSql(`
      create table storage_usage (
        tenant_id uuid primary key references tenants (id),
        -- Uploaded files that are stored, and reservations for those that are being received.
        bytes bigint not null check (bytes >= 0),
        files integer not null check (files >= 0)
      )`);
    this.addSql(`
      create table storage_reservations (
        tenant_id uuid not null references tenants (id),
        id uuid not null,
        bytes bigint not null check (bytes >= 0),
        -- By the clock of the database. What a dead process has reserved is released when it is old.
        created_at timestamptz not null default now(),
        primary key (tenant_id, id)
      )`);
    for (const table of ['storage_usage', 'storage_reservations']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
    // The rows of every tenant are read: the policies bind the owner, too.
    for (const table of ['evidence', 'storage_usage']) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(`
      insert into storage_usage (tenant_id, bytes, files)
      select tenant_id, sum(size), count(*) from evidence where type = 'manual' group by tenant_id`);
    for (const table of ['evidence', 'storage_usage']) this.addSql(`alter table ${table} force row level security`);
  }
}
