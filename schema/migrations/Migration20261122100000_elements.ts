import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/**
 * Votes on the elements of universal controls take the place of votes on controls, and every status that is `passed` says how
 * much of it is shown. Former votes cannot be turned into these: the next scan of each integration writes its own.
 */
export class Migration20261122100000_elements extends Migration {
  override up(): void {
    this.addSql('drop table control_votes');
    this.addSql(`
      create table element_votes (
        tenant_id uuid not null,
        integration_id uuid not null,
        universal_no int not null references catalogue_universal_controls (no),
        element smallint not null check (element between 1 and 6),
        result text not null check (result in ('pass', 'fail', 'held', 'incomplete')),
        scan_id uuid not null,
        evaluated_at timestamptz not null,
        primary key (tenant_id, universal_no, element, integration_id),
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
      )`);
    for (const statement of bindToTenant('element_votes')) this.addSql(statement);
    this.addSql('create index element_votes_scan on element_votes (tenant_id, scan_id)');
    this.addSql(`alter table postures add assurances bytea not null default '\\x'`);
    this.addSql(`alter table scan_checks add decides int[] not null default '{}'`);
    this.addSql(`
      alter table status_ledger
        add assurance smallint not null default 0,
        add previous_assurance smallint not null default 0`);
    this.addSql(`
      alter table score_history
        add assured_controls int not null default 0,
        add assured_score double precision not null default 0,
        add previous_assured_score double precision not null default 0`);
  }
}
