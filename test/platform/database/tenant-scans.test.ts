import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantTables } from '../../access/tenant-rows.js';
import { ACROSS, unlistedOf } from '../../support/across-tenants.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { namedStatements, type AnyStatement } from './named-statements.js';
import { unboundTables } from './tenant-scans.js';

const FINDS_SOME = /\blimit\b|\bfetch first\b/;
const IN_TURNS = /row_number\(\) over \(partition by (\w+\.)?tenant_id\b/;
/** Statements across organizations that find only some rows and take no turns, and why nobody waits for others. */
const NOT_IN_TURNS: Readonly<Record<string, string>> = {
  'offboarding.has_membership': 'whether there is any',
  'scans.is_in_the_way': 'whether there is any; the earliest of one organization',
  'scans.others_wait': 'whether there is any; the earliest of one organization',
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

  it('take turns by organization where they find only some of what is due for all', () => {
    const across = statements.filter(({ name }) => name in ACROSS);
    const some = across.filter((each) => each.sampleTexts().some((text) => FINDS_SOME.test(text)));
    const inTurns = some.filter((each) => each.sampleTexts().every((text) => IN_TURNS.test(text)));
    expect(inTurns.map(({ name }) => name)).toContain('scans.due');
    const others = some.filter((each) => !inTurns.includes(each)).map(({ name }) => name);
    expect(others.toSorted(), 'of several organizations one may always be first').toEqual(
      Object.keys(NOT_IN_TURNS).toSorted(),
    );
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

  it('are listed where they are sent across organizations, as what is composed is', async () => {
    const listed = statements.find(({ name }) => name === 'scans.due')?.sampleTexts() ?? [];
    expect(listed).toHaveLength(1);
    expect(await unlistedOf([...listed, 'begin', 'select "id" from "tenants" order by "id"'])).toEqual([]);
    const other = statements.find(({ name }) => name === 'schedules.reschedule_all')?.sampleTexts() ?? [];
    const composed = 'select distinct "tenant_id" from "webhook_deliveries" where "completed_at" < $1';
    expect(await unlistedOf([...other, composed])).toEqual([...other, composed]);
  });
});
