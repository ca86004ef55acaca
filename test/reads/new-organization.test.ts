import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAccepted, markFindings, recordMatches } from '../../src/modules/acceptance/acceptance.sql.js';
import { ANY_RESOURCE } from '../../src/modules/findings/resource-condition.sql.js';
import { resourceCount, resourcePage } from '../../src/modules/findings/resource.sql.js';
import { exceptionsOfControls } from '../../src/modules/exceptions/exception.sql.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { fails, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { accepted, proposal } from '../exceptions/exceptions.js';

const RULES = 300;
/** Of each rule. */
const RESOURCES = 3;

const RESOURCE = { integrationId: null, condition: ANY_RESOURCE, isFailing: null, worst: null } as const;

const ruleOf = (no: number) => `example_rule_${String(no)}`;

describe('an organization that the statistics of the database do not know', () => {
  let service: TestService;
  let client: Client;

  /** Statistics that know one organization alone, and another one that scans after them. */
  beforeAll(async () => {
    service = await startService();
    client = new Client({ connectionString: service.database.url });
    await client.connect();
    const { a, b } = service;
    await runImport(b.admin, await connect(b.admin, 'prowler'), prowlerReport([fails('r-1', ruleOf(0))]));
    await accepted(b, proposal(ruleOf(0)));
    const tables = await service.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
    await client.query('analyze');
    const findings = Array.from({ length: RULES }, (_, rule) =>
      Array.from({ length: RESOURCES }, (__, resource): ProwlerFinding =>
        fails(`r-${String(resource)}-${String(rule % 50)}`, ruleOf(rule)),
      ),
    );
    await runImport(a.admin, await connect(a.admin, 'prowler'), prowlerReport(findings.flat()));
    for (const no of [1, 2, 3]) await accepted(a, proposal(ruleOf(no), {}, { resourcePattern: 'r-*' }));
  });
  afterAll(async () => {
    await client.end();
    await service.stop();
  });

  /** Blocks that a statement reads, in memory or not. */
  const blocksOf = async (run: (client: Client) => Promise<unknown>) => {
    let blocks = NaN;
    const explaining = {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
        blocks = (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
        return { rows: [], rowCount: 0 };
      },
    };
    await client.query('begin');
    await run(explaining as unknown as Client);
    await client.query('rollback');
    return blocks;
  };

  it.each([
    ['recording new matches', (scope: Scope) => (to: Client) => recordMatches.run(to, { ...scope, at: new Date() })],
    ['marking findings', (scope: Scope) => (to: Client) => markFindings.run(to, scope)],
    ['counting accepted resources', (scope: Scope) => (to: Client) => countAccepted.run(to, scope)],
    [
      'reading the exceptions of controls',
      ({ tenantId }: Scope) =>
        (to: Client) =>
          exceptionsOfControls.run(to, { tenantId, controls: catalogueOf().controls }),
    ],
    [
      'counting its resources',
      ({ tenantId }: Scope) =>
        (to: Client) =>
          resourceCount.run(to, { ...RESOURCE, tenantId }),
    ],
    [
      'counting its failing resources',
      ({ tenantId }: Scope) =>
        (to: Client) =>
          resourceCount.run(to, { ...RESOURCE, tenantId, isFailing: true }),
    ],
    [
      'reading its failing resources',
      ({ tenantId }: Scope) =>
        (to: Client) =>
          resourcePage.run(to, {
            ...RESOURCE,
            tenantId,
            isFailing: true,
            order: 'first_seen',
            after: null,
            limit: 50,
            offset: 0,
          }),
    ],
    [
      'reading its resources, most failing first',
      ({ tenantId }: Scope) =>
        (to: Client) =>
          resourcePage.run(to, { ...RESOURCE, tenantId, order: 'failing', after: null, limit: 50, offset: 0 }),
    ],
  ])('has each of its rows read a few times at most: %s', async (_what, of) => {
    const blocks = await blocksOf(of({ tenantId: service.a.tenantId, exceptionIds: null }));
    expect(blocks).toBeLessThan(3 * RULES * RESOURCES);
  });
});

interface Scope {
  tenantId: string;
  exceptionIds: null;
}
