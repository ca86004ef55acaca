import { Migration } from '@mikro-orm/migrations';

const READ = ['findings', 'resources'];

/** Number of the current findings that fail on each resource, accepted ones among them: by it lists of resources are ordered. */
export class Migration20261129000000_resource_failing extends Migration {
  override up(): void {
    this.addSql('alter table resources add column failing int not null default 0');
    for (const table of READ) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(`
      update resources r set failing = counted.failing
      from (
        select tenant_id, resource_no, count(*)::int as failing from findings
        where until_scan is null and status = 'fail' group by 1, 2
      ) counted
      where r.tenant_id = counted.tenant_id and r.resource_no = counted.resource_no`);
    for (const table of READ) this.addSql(`alter table ${table} force row level security`);
    this.addSql('create index resources_failing on resources (tenant_id, failing desc, resource_no)');
  }
}
