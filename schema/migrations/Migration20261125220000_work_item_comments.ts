import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** People talk about a work item where it stands. A deleted comment leaves its place, author and time, and no text. */
export class Migration20261125220000_work_item_comments extends Migration {
  override up(): void {
    this.addSql(`
      create table work_item_comments (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        work_item_id uuid not null,
        text text,
        mentioned_ids uuid[] not null,
        author_id uuid not null,
        created_at timestamptz not null,
        edited_at timestamptz,
        deleted_at timestamptz,
        check ((text is null) = (deleted_at is not null)),
        unique (tenant_id, id),
        foreign key (tenant_id, work_item_id) references work_items (tenant_id, id),
        foreign key (tenant_id, author_id) references users (tenant_id, id)
      )`);
    this.addSql(
      'create index work_item_comments_of_item on work_item_comments (tenant_id, work_item_id, created_at, id)',
    );
    this.addSql('create index work_items_by_day on work_items (tenant_id, due_on, id)');
    for (const statement of bindToTenant('work_item_comments')) this.addSql(statement);
  }
}
