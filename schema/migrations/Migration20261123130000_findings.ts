import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

const TABLES = ['resources', 'finding_checks', 'finding_scans', 'findings', 'finding_counts', 'finding_arrivals'];
/** Tables whose rows of every tenant are read here: the policies bind the owner, too. */
const READ = ['integrations', 'scans', 'scan_checks', 'scan_findings'];

/**
 * The verdict of every check on every resource, now and as of each scan. A row holds from one scan of its integration to another:
 * what does not change is not written again.
 */
export class Migration20261123130000_findings extends Migration {
  override up(): void {
    this.addSql(`
      create table resources (
        tenant_id uuid not null references tenants (id),
        resource_no int not null,
        integration_id uuid not null,
        -- Empty where the finding names none, as in exception_resources.
        account text not null,
        -- Empty for the integration itself.
        resource_id text not null,
        -- Ids of resources may be longer than an index entry.
        resource_key uuid not null generated always as (md5(account || chr(10) || resource_id)::uuid) stored,
        name text,
        type text,
        region text,
        first_seen_at timestamptz not null,
        primary key (tenant_id, resource_no),
        unique (tenant_id, integration_id, resource_key),
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
      )`);
    this.addSql('create index resources_id on resources (tenant_id, (left(resource_id, 256)) text_pattern_ops)');
    this.addSql(`
      create table finding_checks (
        tenant_id uuid not null references tenants (id),
        check_no int not null,
        scanner text not null,
        rule_id text not null,
        rule_key uuid not null generated always as (md5(scanner || chr(10) || rule_id)::uuid) stored,
        -- Of the catalogue or the tenant; null where neither knows the rule.
        check_id text,
        title text not null,
        severity text not null,
        -- Of a rule that is not known: what its findings name.
        control_nos int[] not null,
        primary key (tenant_id, check_no),
        unique (tenant_id, rule_key)
      )`);
    this.addSql(`
      create table finding_scans (
        tenant_id uuid not null,
        integration_id uuid not null,
        -- From 1, without gaps when it is given.
        scan_no int not null,
        scan_id uuid not null,
        seen_at timestamptz not null,
        -- What the scan found; false where only failing findings were kept.
        findings int not null,
        is_whole boolean not null,
        primary key (tenant_id, integration_id, scan_no),
        unique (tenant_id, scan_id, integration_id),
        foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade,
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
      )`);
    // No foreign keys to the numbers: a scan of 100,000 findings would pay for as many look-ups, and one statement writes them all.
    this.addSql(`
      create table findings (
        tenant_id uuid not null,
        integration_id uuid not null,
        resource_no int not null,
        check_no int not null,
        -- From 0, where a scan says more than once what a check found on a resource.
        copy_no int not null,
        -- Numbers of the scans between which it holds, the second excluded and null while it does.
        since_scan int not null,
        until_scan int,
        -- Position in the list of severities: 0 is critical.
        severity smallint not null,
        status text not null check (status in ('fail', 'pass', 'not_applicable', 'unknown')),
        -- Since when the status holds without interruption.
        first_seen_at timestamptz not null,
        -- When it was seen last, where the scan since_scan could not look; null where every scan of the interval saw it.
        last_seen_at timestamptz,
        summary text not null,
        primary key (tenant_id, resource_no, check_no, copy_no, since_scan)
      )`);
    this.addSql(`
      create index findings_in_order on findings
        (tenant_id, integration_id, status, severity, first_seen_at, resource_no, check_no, copy_no) where until_scan is null`);
    this.addSql(`
      create index findings_of_check on findings
        (tenant_id, integration_id, check_no, status, severity, first_seen_at, resource_no, copy_no) where until_scan is null`);
    this.addSql(`
      create index findings_of_resource on findings
        (tenant_id, resource_no, status, severity, first_seen_at, check_no, copy_no) where until_scan is null`);
    this.addSql(`
      create index findings_until on findings (tenant_id, integration_id, until_scan) where until_scan is not null`);
    this.addSql(`
      create table finding_counts (
        tenant_id uuid not null,
        integration_id uuid not null,
        check_no int not null,
        status text not null,
        severity smallint not null,
        findings int not null,
        primary key (tenant_id, integration_id, check_no, status, severity)
      )`);
    // What a scan found, while its transaction merges it: never there for anybody else, so that a crash may lose it.
    this.addSql(`
      create unlogged table finding_arrivals (
        tenant_id uuid not null,
        scan_id uuid not null,
        arrival_no int not null,
        integration_id uuid not null,
        resource_no int not null,
        check_no int not null,
        severity smallint not null,
        status text not null,
        summary text not null,
        primary key (tenant_id, scan_id, arrival_no)
      )`);
    for (const table of TABLES) for (const statement of bindToTenant(table)) this.addSql(statement);
    this.fill();
  }

  /** What failed in the last completed scan of every connected integration: of a scan before this one, nothing else is in the database. */
  private fill(): void {
    const all = [...READ, ...TABLES];
    for (const table of all) this.addSql(`alter table ${table} no force row level security`);
    this.addSql(`
      insert into finding_scans (tenant_id, integration_id, scan_no, scan_id, seen_at, findings, is_whole)
      select i.tenant_id, i.id, 1, s.id, s.completed_at, 0, false
      from integrations i
      cross join lateral (
        select id, completed_at from scans
        where tenant_id = i.tenant_id and i.id = any(integration_ids) and status = 'completed'
        order by sequence desc limit 1
      ) s
      where i.status <> 'disconnected'`);
    this.addSql(`
      insert into finding_checks (tenant_id, check_no, scanner, rule_id, check_id, title, severity, control_nos)
      select tenant_id, row_number() over (partition by tenant_id order by scanner, rule_id), scanner, rule_id, check_id, title,
        severity, case when check_id is null then control_nos else '{}' end
      from (
        select distinct on (c.tenant_id, c.scanner, c.rule_id) c.*
        from finding_scans s
        join scan_checks c on c.tenant_id = s.tenant_id and c.scan_id = s.scan_id and c.integration_id = s.integration_id
        where exists (
          select from scan_findings f
          where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no)
        order by c.tenant_id, c.scanner, c.rule_id, c.check_no
      ) rule`);
    this.addSql(`
      insert into resources (tenant_id, resource_no, integration_id, account, resource_id, name, type, region, first_seen_at)
      select tenant_id, row_number() over (partition by tenant_id order by integration_id, account, resource_id), integration_id,
        account, resource_id, resource_name, resource_type, region, seen_at
      from (
        select distinct on (s.tenant_id, s.integration_id, coalesce(f.account, ''), f.resource_id) s.tenant_id, s.integration_id,
          coalesce(f.account, '') as account, f.resource_id, f.resource_name, f.resource_type, f.region, s.seen_at
        from finding_scans s
        join scan_checks c on c.tenant_id = s.tenant_id and c.scan_id = s.scan_id and c.integration_id = s.integration_id
        join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
        order by s.tenant_id, s.integration_id, coalesce(f.account, ''), f.resource_id, f.finding_no
      ) resource`);
    this.addSql(`
      insert into findings (tenant_id, integration_id, resource_no, check_no, copy_no, since_scan, severity, status, first_seen_at,
        summary)
      select s.tenant_id, s.integration_id, r.resource_no, k.check_no,
        row_number() over (partition by s.tenant_id, r.resource_no, k.check_no order by f.summary, f.finding_no) - 1, 1,
        array_position(array['critical', 'high', 'medium', 'low', 'informational'], c.severity) - 1, 'fail', s.seen_at, f.summary
      from finding_scans s
      join scan_checks c on c.tenant_id = s.tenant_id and c.scan_id = s.scan_id and c.integration_id = s.integration_id
      join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
      join finding_checks k on k.tenant_id = c.tenant_id and k.rule_key = md5(c.scanner || chr(10) || c.rule_id)::uuid
      join resources r on r.tenant_id = s.tenant_id and r.integration_id = s.integration_id
        and r.resource_key = md5(coalesce(f.account, '') || chr(10) || f.resource_id)::uuid`);
    this.addSql(`
      insert into finding_counts (tenant_id, integration_id, check_no, status, severity, findings)
      select tenant_id, integration_id, check_no, status, severity, count(*) from findings group by 1, 2, 3, 4, 5`);
    for (const table of all) this.addSql(`alter table ${table} force row level security`);
  }
}
