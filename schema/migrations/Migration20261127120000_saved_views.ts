import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Filters of lists that people have given a name. */
export class Migration20261127120000_saved_views extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_views (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        user_id uuid not null,
        list text not null check (list in ('findings', 'resources', 'work_items')),
        name text not null,
        filter jsonb not null,
        created_at timestamptz not null,
        unique (tenant_id, id),
        unique (tenant_id, user_id, list, name),
        foreign key (tenant_id, user_id) references users (tenant_id, id)
      )`);
    for (const statement of bindToTenant('saved_views')) this.addSql(statement);
  }
}
