import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/**
 * Findings can be accepted for a time. A vote keeps what was found, and beside it what it would be if no finding failed: its
 * result follows from both and from whether every failing finding behind it is accepted.
 */
export class Migration20261122131000_exceptions extends Migration {
  override up(): void {
    this.addSql(`
      create table exceptions (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        scanner text not null,
        rule_id text not null,
        title text not null,
        control_nos int[] not null,
        integration_id uuid,
        resource text not null,
        is_pattern boolean not null,
        resource_like text not null,
        reason text not null,
        compensating_measure text,
        evidence_ids uuid[] not null,
        owner_id uuid not null,
        expires_on date not null,
        status text not null check (status in ('proposed', 'approved', 'rejected', 'withdrawn', 'expired')),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        decided_by uuid,
        decided_at timestamptz,
        decision_note text,
        ended_by uuid,
        ended_at timestamptz,
        announced_at timestamptz,
        unique (tenant_id, id),
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id),
        foreign key (tenant_id, owner_id) references users (tenant_id, id),
        foreign key (tenant_id, proposed_by) references users (tenant_id, id),
        foreign key (tenant_id, decided_by) references users (tenant_id, id),
        foreign key (tenant_id, ended_by) references users (tenant_id, id)
      )`);
    this.addSql('create index exceptions_newest on exceptions (tenant_id, proposed_at desc, id desc)');
    this.addSql('create index exceptions_of_rule on exceptions (tenant_id, scanner, rule_id)');
    this.addSql(
      `create index exceptions_due on exceptions (tenant_id, expires_on) where status in ('proposed', 'approved')`,
    );
    this.addSql(`
      create table exception_resources (
        tenant_id uuid not null,
        exception_id uuid not null,
        integration_id uuid not null,
        account text not null,
        resource_id text not null,
        -- Ids of resources may be longer than an index entry.
        resource_key uuid not null generated always as (md5(account || chr(10) || resource_id)::uuid) stored,
        resource_name text,
        resource_type text,
        region text,
        first_seen_at timestamptz not null,
        covered_at timestamptz,
        primary key (tenant_id, exception_id, integration_id, resource_key),
        foreign key (tenant_id, exception_id) references exceptions (tenant_id, id) on delete cascade,
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
      )`);
    this.addSql(
      'create index exception_resources_resource on exception_resources (tenant_id, integration_id, resource_key)',
    );
    for (const table of ['exceptions', 'exception_resources']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
    this.addSql('alter table scan_findings add exception_id uuid');
    this.addSql(
      'alter table scan_findings add foreign key (tenant_id, exception_id) references exceptions (tenant_id, id)',
    );
    this.addSql('alter table scan_checks add resources_accepted int not null default 0');
    this.addSql('alter table scan_results add resources_accepted int not null default 0');
    this.addSql('alter table element_votes rename result to found');
    this.addSql('alter table element_votes rename constraint element_votes_result_check to element_votes_found_check');
    this.addSql(`
      alter table element_votes
        add otherwise text not null default 'incomplete' check (otherwise in ('pass', 'fail', 'held', 'incomplete')),
        add is_accepted boolean not null default false,
        add result text not null generated always as (case when is_accepted then otherwise else found end) stored`);
  }
}
