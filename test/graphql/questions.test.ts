import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/dashboard/graphiql/examples.js';
import { AUDIT_TRAIL, failedBy } from '../catalogue/decided.js';
import { catalogueOf, controlId, universalControlId } from '../catalogue/shipped.js';
import { fails, passes, prowlerReport, type ProwlerFinding } from '../integrations/reports.js';
import type { Client } from '../support/client.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from '../ucf/assessments.js';

/** Findings of the report: far more than any list shows. */
const COUNT = 100_000;
const DATABASE = 'arn:aws:rds:eu-central-1:111122223333:db:payroll';
const PUBLIC = { check: 'aws.rds.instance-no-public-access', prowler: 'rds_instance_no_public_access' };
/** Of a question, beyond what finds the caller. */
const STATEMENTS_MAX = 3;
/** Of the page: one a block, and a second of the list of findings and of the scorecard. */
const PAGE_STATEMENTS_MAX = 6;

interface Named {
  controlId: string;
  framework?: { name: string };
}

describe('questions at 100,000 findings', () => {
  let service: TestService;
  let member: Client;
  /** What a request costs that asks nothing. */
  let frame: number;
  const from = new Date(Date.now() - 60_000).toISOString();
  const report = Array.from({ length: COUNT }, (_, no): ProwlerFinding => {
    if (no === COUNT - 1) return fails(DATABASE, PUBLIC.prowler);
    return no % 2 === 0 ? fails(`trail-${no}`) : passes(`${DATABASE}-${no}`, PUBLIC.prowler);
  });

  beforeAll(async () => {
    service = await startService();
    ({ member } = service.a);
    const { admin, auditor } = service.a;
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport(report));
    await assess(auditor, universalControlId('UCF-GOV-03'), 'compliant', { details: 'Twelve cases sampled.' });
    frame = await costOf(service, () => member.data('{ __typename }'));
  }, 180_000);
  afterAll(() => service.stop());

  /** The data of a saved question, which takes few statements. */
  async function ask<T>(title: string, variables?: Record<string, unknown>, statements = STATEMENTS_MAX): Promise<T> {
    const example = EXAMPLES.find((each) => each.title === title);
    if (!example) throw new Error(`there is no question “${title}”`);
    let data: unknown;
    const cost = await costOf(service, async () => {
      const given = variables ?? (JSON.parse(example.variables ?? '{}') as Record<string, unknown>);
      ({ data } = (await member.graphql(example.query, given)).body as { data: unknown });
    });
    expect(cost - frame).toBeLessThanOrEqual(statements);
    return data as T;
  }
  const sorted = (controls: readonly Named[], framework?: string) =>
    controls.map((each) => `${framework ?? each.framework?.name ?? ''} ${each.controlId}`).toSorted();
  const query = <Row>(text: string, ...parameters: unknown[]) =>
    service.database.query<Row & Record<string, unknown>>(text, [service.a.tenantId, ...parameters]);

  it('which controls of ISO 27001 does SOC 2 not cover?', async () => {
    const { gap } = await ask<{
      gap: { totalControls: number; controls: { cover: string; control: Named; universalControls: unknown[] }[] };
    }>('From SOC 2 to ISO 27001');
    const { controls } = catalogueOf();
    const elementsOf = ({ mappings }: (typeof controls)[number]) =>
      mappings.flatMap(({ universalControl: { code }, covers }) => covers.map((no) => `${code}/${String(no)}`));
    const covered = new Set(controls.filter(({ framework }) => framework.name === 'SOC 2').flatMap(elementsOf));
    const iso = controls.filter(({ framework }) => framework.name === 'ISO 27001');
    const uncovered = iso.filter((control) => !elementsOf(control).some((element) => covered.has(element)));
    expect(gap.totalControls).toBe(iso.length);
    expect(gap.controls).toHaveLength(iso.length);
    const none = gap.controls.filter(({ cover }) => cover === 'none');
    expect(
      sorted(
        none.map(({ control }) => control),
        'ISO',
      ),
    ).toEqual(sorted(uncovered, 'ISO'));
    expect(none.every(({ universalControls }) => universalControls.length === 0)).toBe(true);
  });

  it('which universal controls cover both HIPAA and PCI DSS?', async () => {
    const { universalControls } = await ask<{ universalControls: { code: string }[] }>('Shared by HIPAA and PCI DSS');
    const shared = catalogueOf().universalControls.filter(({ mappings }) =>
      ['hipaa', 'pci-dss'].every((slug) => mappings.some(({ control }) => control.framework.slug === slug)),
    );
    expect(universalControls.map(({ code }) => code).toSorted()).toEqual(shared.map(({ code }) => code).toSorted());
  });

  it('which controls of CMMC up to level 2 fail because of one database?', async () => {
    const { resources } = await ask<{
      resources: { nodes: { verdicts: object; failingControls: Named[] }[] };
    }>('What one resource breaks', { resourceId: DATABASE });
    const expected = failedBy(PUBLIC.check).filter(
      ({ framework, maturityLevel }) => framework.slug === 'cmmc' && (maturityLevel ?? 0) <= 2,
    );
    expect(expected.length).toBeGreaterThan(0);
    const [payroll, ...others] = resources.nodes;
    expect(others).toEqual([]);
    expect(payroll?.verdicts).toEqual({ failing: 1, total: 1 });
    expect(sorted(payroll?.failingControls ?? [], 'CMMC')).toEqual(sorted(expected, 'CMMC'));
  });

  it('what evidence of CC6.1 is there over time?', async () => {
    const { evidenceList, controlByCode } = await ask<{
      evidenceList: { totalCount: number; nodes: { sha256: string }[] };
      controlByCode: { status: string; history: { status: string }[] };
    }>('Evidence of CC6.1 over time');
    const { no } = catalogueOf().controlById.get(controlId('soc2', 'CC6.1')) ?? { no: 0 };
    const stored = await query<{ sha256: string }>(
      'select coalesce(part_sha256, sha256) as sha256 from evidence_controls c join evidence e on e.id = c.evidence_id where c.tenant_id = $1 and control_no = $2',
      no,
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(evidenceList.totalCount).toBe(stored.length);
    expect(evidenceList.nodes.map(({ sha256 }) => sha256)).toEqual(stored.map(({ sha256 }) => sha256));
    expect(controlByCode.history.at(0)?.status ?? 'not_assessed').toBe(controlByCode.status);
  });

  it('which controls of all frameworks fail, and what do they move?', async () => {
    const { controls } = await ask<{ controls: (Named & { mappings: { universalControl: object }[] })[] }>(
      'Every failed control, and what it moves',
    );
    const failing = new Set([...failedBy(AUDIT_TRAIL.check), ...failedBy(PUBLIC.check)]);
    expect(sorted(controls)).toEqual(
      [...failing].map(({ framework, controlId: code }) => `${framework.name} ${code}`).toSorted(),
    );
    expect(controls.every(({ mappings }) => mappings.length > 0)).toBe(true);
  });

  it('what is the workpaper of a domain?', async () => {
    const { universalControls } = await ask<{
      universalControls: { code: string; auditQuestion: string; mappings: { control: { status: string } }[] }[];
    }>('Workpaper of a domain');
    const expected = catalogueOf().universalControls.filter(({ code }) => code.startsWith('UCF-IAM-'));
    expect(universalControls.map(({ code }) => code)).toEqual(expected.map(({ code }) => code));
    expect(universalControls.every(({ auditQuestion }) => auditQuestion.endsWith('?'))).toBe(true);
  });

  it('what changed last week, and why?', async () => {
    const { statusChanges } = await ask<{ statusChanges: { totalCount: number; nodes: { cause: string }[] } }>(
      'What changed last week, and why',
      { from },
    );
    const [ledger] = await query<{ count: number }>(
      'select count(*)::int as count from status_ledger where tenant_id = $1 and changed_at >= $2',
      from,
    );
    expect(statusChanges.totalCount).toBe(ledger?.count);
    // The assessment is newer than the import.
    expect(statusChanges.nodes.at(0)?.cause).toBe('judgement');
    expect(statusChanges.nodes.map(({ cause }) => cause)).not.toContain(null);
  });

  it('what was the posture on a date?', async () => {
    const { controls, scorecard } = await ask<{
      controls: { status: string }[];
      scorecard: { frameworks: { score: number | null }[] };
    }>('Posture on a date', { then: from });
    expect(new Set(controls.map(({ status }) => status))).toEqual(new Set(['not_assessed']));
    // Before the first result there is no score.
    expect(new Set(scorecard.frameworks.map(({ score }) => score))).toEqual(new Set([null]));
  });

  it('what differs between two dates?', async () => {
    const { compare } = await ask<{ compare: { changes: { control: Named }[] } }>('Between two dates', {
      from,
      to: new Date().toISOString(),
    });
    const [changed] = await query<{ count: number }>(
      'select count(distinct control_no)::int as count from status_ledger where tenant_id = $1 and status <> previous_status',
    );
    expect(compare.changes).toHaveLength(changed?.count ?? -1);
  });

  it('which controls of HIPAA have no evidence?', async () => {
    const { controls } = await ask<{ controls: Named[] }>('HIPAA without evidence');
    const linked = await query<{ no: number }>(
      'select distinct control_no as no from evidence_controls where tenant_id = $1',
    );
    const nos = new Set(linked.map(({ no }) => no));
    const without = catalogueOf().controls.filter(({ framework, no }) => framework.slug === 'hipaa' && !nos.has(no));
    expect(without.length).toBeGreaterThan(0);
    expect(sorted(controls, 'HIPAA')).toEqual(sorted(without, 'HIPAA'));
  });

  it('what does a first page of six blocks show to a member?', async () => {
    const page = await ask<Record<string, { totalCount?: number } | null>>(
      'A page of six blocks',
      {},
      PAGE_STATEMENTS_MAX,
    );
    expect(Object.entries(page).flatMap(([block, data]) => (data === null ? [block] : []))).toEqual([
      'integrations',
      'auditLog',
    ]);
    expect(page.findings?.totalCount).toBe(COUNT / 2 + 1);
  });

  it('every finding of the report can be read, once', async () => {
    const { text } = await member.get('/api/findings', { accept: 'application/x-ndjson' });
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; rule_id: string; resource_id: string });
    const said = found.map(({ status, rule_id: rule, resource_id: resource }) => `${status} ${rule} ${resource}`);
    const reported = report.map(({ status, rule, resource }) => `${status.toLowerCase()} ${rule} ${resource ?? ''}`);
    expect(said.length).toBe(COUNT);
    // One by one: a difference of lists of this length is not printed in any time.
    const missing = new Set(reported);
    for (const each of said) missing.delete(each);
    expect([...missing].slice(0, 3)).toEqual([]);
    expect(new Set(said).size).toBe(new Set(reported).size);
  });

  it('the pages of the list add up to the report, from the first to the last', async () => {
    const ids = new Set<string>();
    for (let query = '?limit=100'; ;) {
      const { body } = await member.get(`/api/findings${query}`);
      const { data, meta } = body as {
        data: { id: string }[];
        meta: { pagination: { next_cursor: string | null; total: number } };
      };
      expect(meta.pagination.total).toBe(COUNT);
      for (const { id } of data) ids.add(id);
      if (meta.pagination.next_cursor === null) break;
      query = `?limit=100&cursor=${meta.pagination.next_cursor}`;
    }
    expect(ids.size).toBe(COUNT);
  }, 180_000);
});
