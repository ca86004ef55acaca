import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignKeys, narrowKeys, tablesOf } from '../../../../src/platform/database/distribution/distribution.sql.js';
import { isImpossible } from '../../../../src/platform/database/distribution/distribute.js';
import { kindOf, type TableKind } from '../../../../src/platform/database/distribution/table-kinds.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';

/** Keys that hold over all organizations, and in a cluster in each of them; every value is random, or the hash of what is. */
const OF_RANDOM_VALUES = [
  'api_keys_hash',
  'assessments_expired_id_key',
  'audit_log_id_key',
  'auditor_links_hash_key',
  'invitations_token_hash_key',
  'scan_schedules_pkey',
  'scim_tokens_hash',
  'security_events_id_key',
  'sessions_refresh',
  'sign_on_attempts_state_hash_key',
];

/** Foreign keys that a cluster does without: who was named by a row is gone, and the row still names it. */
const IMPOSSIBLE = [
  'email_domains_tenant_id_created_by_fkey',
  'notification_rules_tenant_id_webhook_id_fkey',
  'reports_tenant_id_scan_id_fkey',
  'reports_tenant_id_schedule_id_fkey',
  'sessions_tenant_id_ended_by_fkey',
];

describe('the tables of a cluster', () => {
  let database: TestDatabase;
  let client: Client;
  const kinds = new Map<string, TableKind>();

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    for (const { name } of await tablesOf.all(client)) kinds.set(name, kindOf(name));
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const ofKind = (kind: TableKind) => [...kinds].filter(([, each]) => each === kind).map(([name]) => name);

  it('are distributed where each row has an organization, and there alone', async () => {
    const rows = await database.query<{ table: string }>(
      `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'tenant_id' and a.attnotnull order by 1`,
    );
    const wanted = rows.map(({ table }) => table).filter((table) => table !== 'email_domains');
    expect(ofKind('distributed')).toEqual(wanted);
  });

  it('are references or local where they are not: none of their names is of a table that is gone', () => {
    expect([...ofKind('reference'), ...ofKind('local')]).toEqual([
      'accounts',
      'catalogue_controls',
      'catalogue_universal_controls',
      'catalogue_versions',
      'decided_contents',
      'email_domains',
      'tenants',
      'login_failures',
      'login_origins',
      'migrations',
      'passkey_challenges',
      'passkeys',
      'work_leases',
    ]);
  });

  it('have no key over all organizations but of random values: in a cluster it holds in each of them', async () => {
    const keys = (await narrowKeys.all(client)).filter(({ table }) => kindOf(table) === 'distributed');
    const ofIds = (key: (typeof keys)[number]) => key.constraint === 'PRIMARY KEY (id)';
    expect(keys.filter((key) => !ofIds(key)).map(({ name }) => name)).toEqual(OF_RANDOM_VALUES);
  });

  it('have foreign keys that a cluster can have, but the listed ones', async () => {
    const keys = await foreignKeys.all(client);
    expect(keys.filter(isImpossible).map(({ name }) => name)).toEqual(IMPOSSIBLE);
  });
});
