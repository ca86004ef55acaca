import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantTables } from '../../access/tenant-rows.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { namedStatements, type AnyStatement } from './named-statements.js';
import { unboundTables } from './tenant-scans.js';

/** Statements that look at rows of all organizations, and why. Each finds organizations or ids; what is done then, is done within one. */
const ACROSS: Readonly<Record<string, string>> = {
  'crypto.column_matches': 'the operator asks whether any sealed value has a former key',
  'crypto.replace_value': 'the operator seals a value again, by the id of its row',
  'mails.due': 'a sweep looks for mails to send',
  'notifications.due_rules': 'a sweep looks for rules to notify by',
  'notifications.tenants_with_queued': 'a sweep looks for organizations with open messages',
  'offboarding.has_membership': 'the operator deletes an account that no organization has any more',
  'report_schedules.due': 'a sweep looks for reports to make',
  'scans.due': 'a sweep looks for scans to run',
  'scans.find_owned': 'the organization of a scan that a wake-up names',
  'scans.is_in_the_way': 'a slot is given up where scans of other organizations wait',
  'scans.others_wait': 'a slot is freed where scans of other organizations wait',
  'security_push.due': 'a sweep looks for destinations to push to',
  'tickets.due': 'a sweep looks for tickets to create or change',
  'tickets.due_trackers': 'a sweep looks for trackers to read',
  'tickets.tracker_of_hook': 'the organization of a tracker, by the secret path of its webhook',
  'webhook_deliveries.due': 'a sweep looks for deliveries to send',
  'webhook_deliveries.find_owned': 'the organization of a delivery that a wake-up names',
};

describe('named statements', () => {
  let database: TestDatabase;
  let client: Client;
  let statements: AnyStatement[];
  let tables: Set<string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    // Tables are empty: a plan shows what a statement asks for.
    await client.query('set enable_seqscan = off');
    statements = await namedStatements();
    tables = new Set(
      (await tenantTables(database)).filter(({ column }) => column === 'tenant_id').map(({ table }) => table),
    );
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('are bound to one organization in every table of organizations, but those that work for all', async () => {
    const found: string[] = [];
    for (const each of statements) {
      const unbound = new Set<string>();
      for (const text of each.sampleTexts())
        for (const table of await unboundTables(client, text, tables)) unbound.add(table);
      if (unbound.size > 0) found.push(`${each.name}: ${[...unbound].toSorted().join(', ')}`);
    }
    const unknown = found.filter((line) => !Object.keys(ACROSS).some((name) => line.startsWith(`${name}: `)));
    expect(unknown).toEqual([]);
    expect(found).toHaveLength(Object.keys(ACROSS).length);
  });

  it.each([
    ['none', 'select count(*) from scans', ['scans']],
    ['a given one', 'select count(*) from scans where tenant_id = $1', []],
    [
      'a given one, and another table by the id alone',
      'select count(*) from scans s join scan_results r on r.scan_id = s.id where s.tenant_id = $1',
      ['scan_results'],
    ],
    [
      'a given one, and another table by the organization of the first',
      'select count(*) from scans s join scan_results r on r.tenant_id = s.tenant_id and r.scan_id = s.id where s.tenant_id = $1',
      [],
    ],
    [
      'the same on both sides, and nowhere a given one',
      'select count(*) from scans s join scan_results r on r.tenant_id = s.tenant_id and r.scan_id = s.id',
      ['scan_results', 'scans'],
    ],
    ['any of several', 'select count(*) from scans where tenant_id = any($1::uuid[])', ['scans']],
    ['none, by an update', 'update webhooks set url = $1 where id = $2', ['webhooks']],
  ])('are read as bound to %s', async (_what, text, unbound) => {
    expect(await unboundTables(client, text, tables)).toEqual(unbound);
  });
});
