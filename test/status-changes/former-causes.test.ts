import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Migration20261123125000_status_causes as StatusCauses } from '../../schema/migrations/Migration20261123125000_status_causes.js';
import { minute, PostureBench } from '../posture/bench.js';

let bench: PostureBench;
beforeAll(async () => {
  bench = await PostureBench.open();
});
afterAll(() => bench.close());

it('gives rows from before causes were recorded one only where the row itself shows it', async () => {
  const tenant = await bench.addTenant();
  const [{ no } = { no: 0 }] = bench.catalogue.controls;
  const assessment = await tenant.assess(1, 'compliant', minute(1));
  const add = (row: {
    previous?: string;
    status?: string;
    source: string;
    at: Date;
    scan?: string;
    assessment?: string;
  }) =>
    bench.owner.query(
      `insert into status_ledger (tenant_id, control_no, previous_status, status, source, changed_at, scan_id, assessment_id, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'x')`,
      [
        tenant.tenantId,
        no,
        row.previous ?? 'not_assessed',
        row.status ?? 'passed',
        row.source,
        row.at,
        row.scan ?? null,
        row.assessment ?? null,
      ],
    );
  await add({ source: 'assessment', at: minute(1), assessment });
  // A scan took away what had outvoted the assessment.
  await add({ source: 'assessment', at: minute(2), assessment, scan: randomUUID() });
  // An integration was disconnected, or a framework activated.
  await add({ source: 'assessment', at: minute(3), assessment });
  await add({ source: 'scan', at: minute(4), scan: randomUUID() });
  await add({ source: 'scan', at: minute(5) });
  await add({ source: 'scope', at: minute(6), status: 'not_applicable' });
  await add({ source: 'scope', at: minute(7), previous: 'not_applicable' });
  const migration = new StatusCauses(...([] as unknown as ConstructorParameters<typeof StatusCauses>));
  migration.up();
  const updates = migration
    .getQueries()
    .filter((query) => typeof query === 'string')
    .filter((query) => query.trimStart().startsWith('update status_ledger'));
  expect(updates).toHaveLength(2);
  for (const query of updates) await bench.owner.query(query);
  const found = await bench.owner.query<{ cause: string | null }>(
    'select cause from status_ledger where tenant_id = $1 order by sequence',
    [tenant.tenantId],
  );
  expect(found.map(({ cause }) => cause)).toEqual([
    'judgement',
    null,
    null,
    null,
    null,
    'scope_changed',
    'scope_changed',
  ]);
});
