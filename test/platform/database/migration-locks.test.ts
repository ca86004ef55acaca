import { Migration } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConcurrentIndexes } from '../../../schema/migrations/concurrent-indexes.js';
import { MIGRATIONS } from '../../../src/app/migrations.js';
import type { MigrationClass } from '../../../src/platform/database/run-migrations.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { longLocksOf } from './migration-locks.js';

/** Migrations before the first release: they are applied to tables without rows, by the first migration of every installation. */
const FORMER = [
  '20261121100500_propagation',
  '20261121101212_storage',
  '20261121101530_accounts',
  '20261121111000_schedules',
  '20261122120000_supported_assessments',
  '20261122130000_scope',
  '20261122131000_exceptions',
  '20261122132000_assessment_expiry',
  '20261122133000_statement_of_applicability',
  '20261123032000_api_key_scopes',
  '20261123040000_partial_assessments',
  '20261123043000_login_counters',
  '20261123040000_service_accounts',
  '20261123041500_external_ids',
  '20261123081001_identity_providers',
  '20261123081000_storage_usage',
  '20261123084501_browser_sessions',
  '20261123084601_password_resets',
  '20261123081200_suspension',
  '20261123125000_status_causes',
  '20261123130000_findings',
  '20261124033000_evidence_order',
  '20261124033100_result_order',
  '20261124033200_audit_filters',
  '20261124033300_assessment_status',
  '20261124035500_webhook_formats',
  '20261124042500_ended_exceptions',
  '20261125220000_report_library',
  '20261125220000_work_item_comments',
  '20261125230000_assessment_notices',
  '20261125223000_audit_packages',
  '20261125230000_evidence_parts',
  '20261125233000_accounts_of_people',
  '20261126130000_supported_elements',
  '20261126140000_report_schedules',
  '20261127110000_auditor_links',
  '20261128010000_evidence_versions',
  '20261128020000_report_language',
  '20261128030000_account_language',
  '20261128233000_stored_objects',
  '20261129000000_inclusions',
];

/** Later ones that hold a lock for as long as their tables have rows: by name, and why nobody waits for it. */
const LISTED: Readonly<Record<string, string>> = {};

/** A migration of the given statements. */
function of(...texts: string[]): InstanceType<MigrationClass> {
  const Planted = class extends Migration {
    override up(): void {
      for (const text of texts) this.addSql(text);
    }
  };
  return made(Planted);
}

function made(each: MigrationClass): InstanceType<MigrationClass> {
  return new each(...([] as unknown as ConstructorParameters<MigrationClass>));
}

describe('migrations', () => {
  let database: TestDatabase;
  let client: Client;
  const found: Record<string, string[]> = {};

  beforeAll(async () => {
    database = await createTestDatabase('template1');
    client = new Client({ connectionString: database.url });
    await client.connect();
    for (const each of MIGRATIONS) {
      const long = await longLocksOf(client, made(each.class));
      if (long.length > 0) found[each.name] = long;
    }
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('keep nobody waiting for as long as a table has rows, but the listed ones', () => {
    const listed = [...FORMER.map((name) => `Migration${name}`), ...Object.keys(LISTED)];
    const others = Object.fromEntries(Object.entries(found).filter(([name]) => !listed.includes(name)));
    expect(others).toEqual({});
    expect(listed.filter((name) => !(name in found))).toEqual([]);
  });

  it.each([
    [
      'changes rows of a table that it has altered',
      of('alter table outbox no force row level security', `update outbox set event = event`),
      ['reads all of outbox while others wait for outbox', 'does "update outbox set" while others wait for outbox'],
    ],
    [
      'looks at every row for a column that must be given',
      of('alter table evidence alter expires_at set not null'),
      ['reads all of evidence while others wait for evidence'],
    ],
    [
      'writes every row again for the type of a column',
      of('alter table work_items alter column created_at type text'),
      ['writes work_items again while others wait for work_items'],
    ],
    [
      'writes every row again for a default that is another in each',
      of('alter table outbox add column planted uuid not null default gen_random_uuid()'),
      ['writes outbox again while others wait for outbox'],
    ],
    [
      'holds every row to a constraint',
      of('alter table evidence add constraint planted check (length(title) > 0)'),
      ['reads all of evidence while others wait for evidence'],
    ],
    [
      'creates an index beside nobody',
      of('create index planted on outbox (tenant_id, event)'),
      ['reads all of outbox while others wait for outbox'],
    ],
  ])('are found where one %s', async (_what, migration, expected) => {
    expect(await longLocksOf(client, migration)).toEqual(expected);
  });

  it.each([
    ['adds a column with one default', of(`alter table outbox add column one text not null default 'x'`)],
    [
      'adds a constraint for new rows',
      of('alter table evidence add constraint later check (length(title) > 0) not valid'),
    ],
    ['holds the former rows to it later', of('alter table evidence validate constraint later')],
    [
      'creates a table with its keys and indexes',
      of(
        'create table planted_one (tenant_id uuid primary key references tenants (id), at timestamptz)',
        'create index planted_at on planted_one (at)',
      ),
    ],
    [
      'creates an index concurrently',
      made(
        class extends ConcurrentIndexes {
          override readonly indexes = { beside: 'create index concurrently beside on outbox (tenant_id, event)' };
        },
      ),
    ],
  ])('are as they should be where one %s', async (_what, migration) => {
    expect(await longLocksOf(client, migration)).toEqual([]);
  });

  it('are found where an index is not created concurrently', async () => {
    const planted = class extends ConcurrentIndexes {
      override readonly indexes = { waiting: 'create index waiting on outbox (tenant_id, event)' };
    };
    expect(await longLocksOf(client, made(planted))).toEqual(['waiting is not created concurrently under its name']);
  });
});
