import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** What is to be done can be assigned to a person, about exactly one thing, until a day. */
export class Migration20261124060000_work_items extends Migration {
  override up(): void {
    this.addSql(`
      create table work_items (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        title text not null,
        check_id text,
        control_no int,
        exception_id uuid,
        -- Numbers of a finding: its intervals come and go, so that no row of it can be referred to.
        finding_resource_no int,
        finding_check_no int,
        finding_copy_no int,
        owner_id uuid,
        due_on date,
        state text not null check (state in ('open', 'in_progress', 'done', 'dropped')),
        created_by uuid not null,
        created_at timestamptz not null,
        changed_by uuid not null,
        changed_at timestamptz not null,
        check (num_nonnulls(check_id, control_no, exception_id, finding_resource_no) = 1),
        check (num_nonnulls(finding_resource_no, finding_check_no, finding_copy_no) in (0, 3)),
        unique (tenant_id, id),
        foreign key (tenant_id, exception_id) references exceptions (tenant_id, id),
        foreign key (tenant_id, owner_id) references users (tenant_id, id),
        foreign key (tenant_id, created_by) references users (tenant_id, id),
        foreign key (tenant_id, changed_by) references users (tenant_id, id)
      )`);
    this.addSql('create index work_items_newest on work_items (tenant_id, created_at desc, id desc)');
    this.addSql(
      `create index work_items_of_owner on work_items (tenant_id, owner_id) where state in ('open', 'in_progress')`,
    );
    this.addSql(
      'create index work_items_of_control on work_items (tenant_id, control_no) where control_no is not null',
    );
    for (const statement of bindToTenant('work_items')) this.addSql(statement);
  }
}
