import { Migration } from '@mikro-orm/migrations';

/** The tenant of the connection, set at every check-out. Unset or '' gives null, and null matches no row. */
const TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;
/** On for work across tenants: finding due scans, listing tenants. Reads only. */
const IS_SYSTEM = `current_setting('app.system', true) = 'on'`;
/** The one address a login asks about. */
const LOGIN_EMAIL = `nullif(current_setting('app.login_email', true), '')`;

/** Tables with a tenant_id: row level security is forced on each, with one policy. */
const TENANT_TABLES = [
  'users',
  'integrations',
  'scans',
  'scan_checks',
  'scan_findings',
  'scan_results',
  'control_votes',
  'assessments',
  'postures',
  'status_ledger',
  'evidence',
  'evidence_controls',
  'outbox',
];

/** Tenants, identity, catalogue numbers, integrations, scans, posture, evidence and the outbox. */
export class Migration20261121000000_foundation extends Migration {
  override up(): void {
    this.catalogue();
    this.tenants();
    this.integrations();
    this.scans();
    this.posture();
    this.evidence();
    this.outbox();
    this.rowLevelSecurity();
  }

  /** Small stable numbers for controls and universal controls, so that results, votes and postures stay compact. */
  private catalogue(): void {
    this.addSql(`
      create table catalogue_controls (
        no integer primary key,
        id uuid not null unique,
        framework text not null,
        control_id text not null,
        unique (framework, control_id)
      )`);
    this.addSql(`
      create table catalogue_universal_controls (
        no integer primary key,
        id uuid not null unique,
        code text not null unique
      )`);
  }

  private tenants(): void {
    this.addSql(`
      create table tenants (
        id uuid primary key,
        name text not null check (length(name) >= 1 and length(name) <= 200),
        license_tier text not null check (license_tier in ('STARTER', 'PROFESSIONAL', 'ENTERPRISE')),
        frameworks text[] not null,
        timezone text not null default 'UTC',
        retention_days integer not null default 365 check (retention_days >= 30 and retention_days <= 3650),
        feature_flags jsonb not null default '{}',
        rate_limit_per_minute integer check (rate_limit_per_minute > 0),
        scan_sequence integer not null default 0,
        created_at timestamptz not null default now()
      )`);
    this.addSql(`
      create table users (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        email text not null,
        name text not null,
        role text not null check (role in ('admin', 'auditor', 'member')),
        password_hash text,
        mfa_enabled boolean not null default false,
        last_login_at timestamptz,
        credentials_changed_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        unique (tenant_id, id)
      )`);
    // One account per address across the service, whatever its case.
    this.addSql(`create unique index users_email_unique on users (lower(email))`);
  }

  private integrations(): void {
    this.addSql(`
      create table integrations (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        type text not null,
        name text not null,
        status text not null check (status in ('connected', 'disconnected', 'error')),
        config jsonb not null default '{}',
        error jsonb,
        import_key text,
        imported_at timestamptz,
        scans_completed integer not null default 0,
        last_scan_at timestamptz,
        created_at timestamptz not null default now(),
        unique (tenant_id, id)
      )`);
    this.addSql(`create index integrations_tenant on integrations (tenant_id, created_at)`);
  }

  private scans(): void {
    this.addSql(`
      create table scans (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        sequence integer not null,
        status text not null check (status in ('queued', 'running', 'completed', 'failed')),
        integration_ids uuid[] not null,
        -- The imported report that each report integration is scanned with, by integration id.
        imports jsonb not null default '{}',
        frameworks text[] not null,
        catalogue_version text not null,
        triggered_by uuid,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        completed_at timestamptz,
        total_controls integer not null,
        passed_controls integer not null default 0,
        failed_controls integer not null default 0,
        scores jsonb,
        failure_code text,
        failure_message text,
        progress jsonb not null,
        progress_sequence integer not null default 0,
        attempts integer not null default 0,
        lease_owner text,
        lease_number integer not null default 0,
        lease_expires_at timestamptz,
        unique (tenant_id, id),
        unique (tenant_id, sequence)
      )`);
    this.addSql(`create index scans_unfinished on scans (lease_expires_at) where status in ('queued', 'running')`);
    this.addSql(`
      create table scan_checks (
        tenant_id uuid not null,
        scan_id uuid not null,
        check_no integer not null,
        integration_id uuid not null,
        scanner text not null,
        rule_id text not null,
        check_id text,
        title text not null,
        severity text not null,
        control_nos integer[] not null,
        resources_passed integer not null,
        resources_failed integer not null,
        primary key (tenant_id, scan_id, check_no),
        foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade,
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
      )`);
    this.addSql(`
      create table scan_findings (
        tenant_id uuid not null,
        scan_id uuid not null,
        check_no integer not null,
        finding_no integer not null,
        resource_id text not null,
        resource_name text,
        resource_type text,
        region text,
        account text,
        summary text not null,
        detected_at timestamptz,
        primary key (tenant_id, scan_id, check_no, finding_no),
        foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
      )`);
    this.addSql(`
      create table scan_results (
        tenant_id uuid not null,
        scan_id uuid not null,
        control_no integer not null references catalogue_controls (no),
        status text not null check (status in ('pass', 'fail', 'not_applicable')),
        evaluated boolean not null,
        severity text,
        resources_passed integer not null,
        resources_failed integer not null,
        finding text not null,
        evidence_id uuid,
        primary key (tenant_id, scan_id, control_no),
        foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade,
        check (evaluated or status = 'not_applicable')
      )`);
  }

  private posture(): void {
    this.addSql(`
      create table control_votes (
        tenant_id uuid not null,
        integration_id uuid not null,
        control_no integer not null references catalogue_controls (no),
        result text not null check (result in ('pass', 'fail', 'not_applicable')),
        scan_id uuid not null,
        evaluated_at timestamptz not null,
        primary key (tenant_id, integration_id, control_no),
        foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index control_votes_control on control_votes (tenant_id, control_no)`);
    this.addSql(`
      create table assessments (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        universal_no integer not null references catalogue_universal_controls (no),
        status text not null
          check (status in ('compliant', 'partially_compliant', 'non_compliant', 'not_assessed')),
        details text,
        evidence_ids uuid[] not null default '{}',
        assessed_by uuid not null,
        created_at timestamptz not null default now(),
        unique (tenant_id, id),
        foreign key (tenant_id, assessed_by) references users (tenant_id, id)
      )`);
    this.addSql(`create index assessments_in_force on assessments (tenant_id, universal_no, created_at desc, id desc)`);
    // One byte per control number: 0 not_assessed, 1 passed, 2 failed, 3 not_applicable.
    this.addSql(`
      create table postures (
        tenant_id uuid primary key references tenants (id),
        version bigint not null default 0,
        statuses bytea not null default ''::bytea,
        updated_at timestamptz not null default now()
      )`);
    this.addSql(`
      create table status_ledger (
        id uuid primary key default gen_random_uuid(),
        sequence bigint generated always as identity,
        tenant_id uuid not null references tenants (id),
        control_no integer not null references catalogue_controls (no),
        previous_status text not null,
        status text not null,
        source text not null check (source in ('scan', 'assessment')),
        changed_at timestamptz not null,
        changed_by uuid,
        scan_id uuid,
        assessment_id uuid,
        reason text not null
      )`);
    this.addSql(`create index status_ledger_control on status_ledger (tenant_id, control_no, sequence desc)`);
    this.addSql(`
      create function set_statuses(statuses bytea, nos integer[], codes integer[]) returns bytea
      language plpgsql immutable strict as $$
      declare
        missing integer := (select max(n) from unnest(nos) n) + 1 - length(statuses);
      begin
        if missing > 0 then
          statuses := statuses || decode(repeat('00', missing), 'hex');
        end if;
        for i in 1 .. coalesce(array_length(nos, 1), 0) loop
          statuses := set_byte(statuses, nos[i], codes[i]);
        end loop;
        return statuses;
      end $$`);
  }

  private evidence(): void {
    this.addSql(`
      create table evidence (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        type text not null check (type in ('auto', 'manual')),
        title text not null,
        description text,
        file_reference text not null,
        file_name text not null,
        content_type text not null,
        size bigint not null,
        sha256 text not null check (length(sha256) = 64),
        collected_at timestamptz not null,
        expires_at timestamptz,
        created_at timestamptz not null default now(),
        created_by uuid,
        scan_id uuid,
        unique (tenant_id, id)
      )`);
    this.addSql(`create index evidence_newest on evidence (tenant_id, created_at desc, id desc)`);
    this.addSql(`
      create table evidence_controls (
        tenant_id uuid not null,
        evidence_id uuid not null,
        control_no integer not null references catalogue_controls (no),
        primary key (tenant_id, evidence_id, control_no),
        foreign key (tenant_id, evidence_id) references evidence (tenant_id, id) on delete cascade
      )`);
    this.addSql(`create index evidence_controls_control on evidence_controls (tenant_id, control_no)`);
  }

  /** Events, written in the transaction of the change they tell of. `subject` keeps one event from being told twice. */
  private outbox(): void {
    this.addSql(`
      create table outbox (
        id uuid primary key,
        sequence bigint generated always as identity,
        tenant_id uuid not null references tenants (id),
        event text not null,
        subject text not null,
        data jsonb not null,
        created_at timestamptz not null default now(),
        unique (tenant_id, subject)
      )`);
  }

  private rowLevelSecurity(): void {
    for (const table of ['tenants', ...TENANT_TABLES]) {
      const column = table === 'tenants' ? 'id' : 'tenant_id';
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`alter table ${table} force row level security`);
      this.addSql(
        `create policy ${table}_tenant on ${table} using (${column} = ${TENANT}) with check (${column} = ${TENANT})`,
      );
    }
    this.addSql(`create policy users_login on users for select using (lower(email) = ${LOGIN_EMAIL})`);
    this.addSql(`create policy tenants_system on tenants for select using (${IS_SYSTEM})`);
    this.addSql(`create policy scans_system on scans for select using (${IS_SYSTEM})`);
  }
}
