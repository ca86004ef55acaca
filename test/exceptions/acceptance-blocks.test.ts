import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAccepted, markFindings, recordMatches } from '../../src/modules/acceptance/acceptance.sql.js';
import { exceptionsOfControls } from '../../src/modules/exceptions/exception.sql.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { fails, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { accepted, proposal } from './exceptions.js';

const RULES = 300;
const RESOURCES = 3;
const TABLES = ['scans', 'scan_checks', 'scan_findings', 'element_votes', 'exceptions', 'exception_resources'];

const ruleOf = (no: number) => `example_rule_${String(no)}`;

describe('what exceptions do at a scan', () => {
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
    for (const table of TABLES) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
    await client.query(`analyze ${TABLES.join()}`);
    const findings = Array.from({ length: RULES }, (_, rule) =>
      Array.from({ length: RESOURCES }, (__, resource): ProwlerFinding => fails(`r-${String(resource)}`, ruleOf(rule))),
    );
    await runImport(a.admin, await connect(a.admin, 'prowler'), prowlerReport(findings.flat()));
    for (const no of [1, 2, 3]) await accepted(a, proposal(ruleOf(no)));
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
  ])(
    'reads each row of a new organization a few times at most, whatever the planner expects: %s',
    async (_what, of) => {
      const blocks = await blocksOf(of({ tenantId: service.a.tenantId, exceptionIds: null }));
      expect(blocks).toBeLessThan(6 * RULES * RESOURCES);
    },
  );
});

interface Scope {
  tenantId: string;
  exceptionIds: null;
}
