import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusChangePage } from '../../src/modules/status-changes/status-change.sql.js';
import { PostureBench, type TenantBench } from '../posture/bench.js';
import { rows } from '../support/rows.js';
import { vacuum } from '../support/vacuum.js';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

type Params = Parameters<typeof statusChangePage.all>[1];

let bench: PostureBench;
let tenant: TenantBench;
beforeAll(async () => {
  bench = await PostureBench.open();
  tenant = await bench.addTenant();
});
afterAll(() => bench.close());

/** Blocks that the statement of a page touches, and the page. */
async function page(after: Params['after']) {
  const nos = bench.catalogue.controls.map(({ no }) => no);
  const { tenantId } = tenant;
  const params: Params = {
    tenantId,
    nos,
    from: null,
    to: null,
    status: null,
    cause: null,
    after,
    limit: 21,
    offset: 0,
  };
  const text = Reflect.get(statusChangePage, 'text') as (params: Params) => ReturnType<typeof sql>;
  return bench.database.within({ kind: 'tenant', tenantId }, async () => {
    const em = bench.database.fork();
    const [found] = await rows(
      em,
      sql<{ 'QUERY PLAN': [Plan] }>`explain (analyze, buffers, format json) ${text(params)}`,
    );
    const plan = found?.['QUERY PLAN'][0].Plan;
    const blocks = (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
    return { blocks, rows: await statusChangePage.all(em, params) };
  });
}

/** Adds changes up to `total`, one decision of hundred controls a minute. */
async function grow(from: number, total: number) {
  await bench.owner.query(
    `insert into status_ledger (tenant_id, control_no, previous_status, status, source, cause, changed_at, reason)
     select $1, n % 900, 'passed', 'failed', 'scan', 'resource_changed', timestamptz '2026-01-01' + (n / 100) * interval '1 minute', 'x'
     from generate_series($2::int, $3::int - 1) n`,
    [tenant.tenantId, from, total],
  );
  await vacuum(bench.owner, 'status_ledger');
}

it.each([
  [0, 20_000],
  [20_000, 100_000],
])(
  'reads a page at 90 % of the feed with the blocks of the first, growing from %i to %i changes',
  async (from, total) => {
    await grow(from, total);
    const first = await page(null);
    const index = Math.floor(total / 10);
    const position = {
      microseconds: (Date.UTC(2026, 0, 1) + Math.floor(index / 100) * 60_000) * 1_000,
      sequence: Number(
        (
          await bench.owner.query<{ sequence: string }>(
            'select sequence from status_ledger where tenant_id = $1 order by sequence limit 1 offset $2',
            [tenant.tenantId, index],
          )
        )[0]?.sequence,
      ),
    };
    const deep = await page(position);
    expect(deep.rows).toHaveLength(21);
    expect(deep.rows[0]?.sequence).toBe(position.sequence - 1);
    expect(first.blocks).toBeLessThan(60);
    expect(deep.blocks).toBeLessThanOrEqual(first.blocks + 4);
  },
);
