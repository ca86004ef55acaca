import { Migration } from '@mikro-orm/migrations';

const READ = ['findings', 'resources'];

/**
 * Number of the current findings that fail on each resource, accepted ones among them: by it lists of resources are ordered. A scan that a
 * process of an earlier release stores does not count: the next one after it counts the resources of its integration again.
 */
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
    this.addSql('alter table finding_scans add column counts_failing boolean not null default true');
    this.addSql('alter table finding_scans alter column counts_failing set default false');
    this.addSql('create index resources_failing on resources (tenant_id, failing desc, resource_no)');
  }
}
