import { Migration } from '@mikro-orm/migrations';

/**
 * Number of the current findings that fail on each resource, accepted ones among them: by it lists of resources are ordered. A scan that a
 * process of an earlier release stores does not count, nor does one beside the next migration, which fills it: the next scan after it counts
 * the resources of its integration again.
 */
export class Migration20261129000000_resource_failing extends Migration {
  override up(): void {
    this.addSql('alter table resources add column failing int not null default 0');
    this.addSql('alter table finding_scans add column counts_failing boolean not null default true');
    this.addSql('alter table finding_scans alter column counts_failing set default false');
  }
}
