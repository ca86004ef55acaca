import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { SEVERITIES } from '../../src/connectors/finding.js';
import { planPage } from '../../src/modules/findings/finding.read.js';
import {
  FINDING_ORDERS,
  type FindingOrder,
  type FindingPosition,
} from '../../src/modules/findings/finding-stream.rules.js';
import { ANY, type FindingSelection } from '../../src/modules/findings/finding-selection.sql.js';
import { findingPage } from '../../src/modules/findings/finding.sql.js';
import { serviceUrlOf } from '../../src/platform/database/service-role.js';
import { createLog } from '../../src/platform/log.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { vacuum } from '../support/vacuum.js';

const SIZES = { small: 2_000, large: 40_000 } as const;
type Size = keyof typeof SIZES;
const TENANTS = {
  small: '0000000a-0000-4000-8000-000000000000',
  large: '0000000b-0000-4000-8000-000000000000',
} as const;
const INTEGRATION = {
  small: '1000000a-0000-4000-8000-000000000000',
  large: '1000000b-0000-4000-8000-000000000000',
} as const;
const CHECKS = 40;
const PAGE = 20;
/** Blocks that a page at 90 % may read beyond the first one. */
const MORE_BLOCKS = 4;

/** Each resource has 40 findings but the first, which has half of all; each check has 1 of 40, a quarter fails. */
const FILL = `
  insert into tenants (id, name, license_tier, frameworks) values ($1::uuid, $1::uuid::text, 'ENTERPRISE', '{}')`;
const FILL_REST = [
  `insert into integrations (id, tenant_id, type, name, status) select $2, $1, 'prowler', 'Large', 'connected' where $3::int > 0`,
  `insert into resources (tenant_id, resource_no, integration_id, account, resource_id, first_seen_at)
   select $1, n, $2, 'a', 'r-' || n, now() from generate_series(1, $3::int / 40 + 1) n`,
  `insert into finding_checks (tenant_id, check_no, scanner, rule_id, title, severity, control_nos)
   select $1, n, 'prowler', 'rule-' || n, 'Rule', 'high', '{}' from generate_series(1, ${CHECKS}) n where $2::uuid is not null and $3::int > 0`,
  `insert into findings (tenant_id, integration_id, resource_no, check_no, copy_no, since_scan, severity, status, first_seen_at, summary)
   select $1, $2, case when n % 2 = 0 then 1 else 2 + n / 40 end, 1 + (n / 2) % ${CHECKS}, n, 1, ((n / 2) % ${CHECKS}) % 5,
     case when n % 4 = 0 then 'fail' else 'pass' end, timestamptz '2026-01-01' + (n % 30) * interval '1 day', 'Text ' || n
   from generate_series(0, $3::int - 1) n order by n * 7919 % $3::int`,
  `insert into finding_counts (tenant_id, integration_id, check_no, status, severity, findings)
   select tenant_id, integration_id, check_no, status, severity, count(*) from findings
   where tenant_id = $1 and $2::uuid is not null and $3::int > 0 group by 1, 2, 3, 4, 5`,
];

/** Filters by name. */
const FILTERS: Readonly<Record<string, Partial<FindingSelection>>> = {
  'no filter': {},
  'a status': { statuses: ['fail'] },
  'a severity': { severities: [1] },
  'a check': { checkNos: [7] },
  // As many groups of each severity: every check with findings of the severity of a page is read from once.
  'a framework, which is many checks': { checkNos: Array.from({ length: 20 }, (_, index) => index + 1) },
  'a resource': { resourceNos: [1] },
};

describe('a page of findings', () => {
  let database: TestDatabase;
  let persistence: Persistence;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    const config = configFor(database.url);
    persistence = await openPersistence(config, createLog('silent'));
    for (const size of ['small', 'large'] as const) {
      await database.query(FILL, [TENANTS[size]]);
      for (const text of FILL_REST) await database.query(text, [TENANTS[size], INTEGRATION[size], SIZES[size]]);
    }
    await vacuum(database, 'findings', 'resources', 'finding_checks', 'finding_counts');
    // As the service: row level security decides which conditions an index can serve.
    client = new Client({ connectionString: serviceUrlOf(database.url, config.secretKey) });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await persistence.close();
    await database.drop();
  });

  const selectionOf = (size: Size, filter: Partial<FindingSelection>): FindingSelection => ({
    tenantId: TENANTS[size],
    integrationIds: [INTEGRATION[size]],
    scanNos: null,
    statuses: ['fail', 'unknown', 'not_applicable', 'pass'],
    severities: SEVERITIES.map((_, index) => index),
    checkNos: null,
    resourceNos: null,
    rest: ANY,
    ...filter,
  });
  /** Positions of every finding of a filter, in order. */
  const positionsOf = async (selection: FindingSelection, order: FindingOrder): Promise<FindingPosition[]> => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [selection.tenantId]);
    const { page } = await planPage(client, selection, { order, after: null, limit: 50_000, offset: 0 });
    return findingPage.all(client, page);
  };
  /** Blocks that the statement of a page reads, in memory or not. */
  const blocksOf = async (selection: FindingSelection, order: FindingOrder, after: FindingPosition | null) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [selection.tenantId]);
    const { page } = await planPage(client, selection, { order, after, limit: PAGE + 1, offset: 0 });
    let blocks = 0;
    const explaining = {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
        blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
        return { rows: [], rowCount: plan['Actual Rows'] };
      },
    };
    expect(await findingPage.run(explaining as unknown as Client, page)).toBe(PAGE + 1);
    return blocks;
  };

  describe.each(Object.entries(FILTERS))('with %s', (_name, filter) => {
    it.each(FINDING_ORDERS)('at nine tenths of the list reads no more than the first, by %s', async (order) => {
      const selection = selectionOf('large', filter);
      const positions = await positionsOf(selection, order);
      const late = positions[Math.floor(positions.length * 0.9)] ?? null;
      expect(late).not.toBeNull();
      const { page } = await planPage(client, selection, { order, after: late, limit: PAGE + 1, offset: 0 });
      const { streams } = page;
      const first = await blocksOf(selection, order, null);
      // Where several streams are merged, each of them may begin at the end of a block of its index.
      const more = MORE_BLOCKS + (streams.length > 1 ? streams.length : 0);
      expect(await blocksOf(selection, order, late)).toBeLessThanOrEqual(first + more);
    });

    it('reads of 20 times as many findings little more', async () => {
      const small = await blocksOf(selectionOf('small', filter), 'severity', null);
      const large = await blocksOf(selectionOf('large', filter), 'severity', null);
      expect(large).toBeLessThanOrEqual(2 * small + MORE_BLOCKS);
    });

    it.each(FINDING_ORDERS)('follows the one before, without a gap and nothing twice, by %s', async (order) => {
      const selection = selectionOf('small', filter);
      const expected = await positionsOf(selection, order);
      const found: FindingPosition[] = [];
      for (let after: FindingPosition | null = null; ;) {
        const plan = await planPage(client, selection, { order, after, limit: 97, offset: 0 });
        const read: FindingPosition[] = await findingPage.all(client, plan.page);
        found.push(...read);
        after = read.at(-1) ?? null;
        if (read.length < 97) break;
      }
      const keys = (each: FindingPosition[]) =>
        each.map(({ resourceNo, checkNo, copyNo }) => [resourceNo, checkNo, copyNo].join());
      expect(keys(found)).toEqual(keys(expected));
      expect(new Set(keys(found)).size).toBe(found.length);
      expect(found.length).toBeGreaterThan(PAGE);
    });
  });
});
