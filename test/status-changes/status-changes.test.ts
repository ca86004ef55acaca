import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codedReason } from '../../src/modules/posture/status-reason.rules.js';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { accepted, changed, proposal } from '../exceptions/exceptions.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { exclude, settle } from '../scope/scoping.js';
import type { Client } from '../support/client.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface Change {
  id: string;
  changed_at: string;
  control: { id: string; control_id: string; framework: { name: string } };
  previous_status: string;
  status: string;
  source: string;
  cause: string | null;
  changed_by: { id: string; name: string } | null;
  scan_job_id: string | null;
  assessment_id: string | null;
  reason: string;
  reason_code: string | null;
  reason_detail: string | null;
}

const PATH = '/api/compliance/status-changes';
const changes = (client: Client, query = '') => client.rest<Change[]>(`${PATH}?limit=100${query}`);
/** All changes since the newest one before `work`, oldest last. */
async function during(client: Client, work: () => Promise<unknown>): Promise<Change[]> {
  const [last] = await changes(client);
  await work();
  const now = await client.rest<Change[]>(PATH);
  const end = last ? now.findIndex(({ id }) => id === last.id) : now.length;
  return now.slice(0, end);
}
const causes = (found: Change[]) => [...new Set(found.map(({ cause }) => cause))];

describe('statusChanges', () => {
  let service: TestService;
  let integrationId: string;
  let firstScan: string;

  beforeAll(async () => {
    service = await startService();
    integrationId = await connect(service.a.admin, 'demo');
    ({ id: firstScan } = await runScan(service.a.member));
  });
  afterAll(() => service.stop());

  it('gives the changes of the first scan the cause `resource_changed`, with user and scan', async () => {
    const found = await service.a.member.rest<Change[]>(PATH);
    expect(found.length).toBeGreaterThan(20);
    expect(causes(found)).toEqual(['resource_changed']);
    expect(new Set(found.map((each) => each.scan_job_id))).toEqual(new Set([firstScan]));
    expect(new Set(found.map((each) => each.changed_by?.name))).toEqual(new Set(['Alpha member']));
    expect(found.every(({ previous_status }) => previous_status === 'not_assessed')).toBe(true);
  });

  it('says of an assessment that somebody judged', async () => {
    const untested = catalogueOf().universalControls.find(({ code }) => code === 'UCF-HRS-01');
    const found = await during(service.a.auditor, () =>
      assess(service.a.auditor, untested?.id ?? '', 'compliant', { details: 'Seen.' }),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(causes(found)).toEqual(['judgement']);
    expect(found.every(({ source, scan_job_id }) => source === 'assessment' && scan_job_id === null)).toBe(true);
  });

  it('says of what leaves the scope, and comes back, that the scope changed', async () => {
    const { admin, auditor } = service.a;
    const [control] = catalogueOf().frameworkBySlug.get('hitrust')?.controls ?? [];
    const { decisions } = await exclude(auditor, [control?.id ?? '']);
    const out = await during(admin, () => settle(admin, 'approve', decisions));
    expect(out.map(({ status, cause, control: { id } }) => [status, cause, id])).toEqual([
      ['not_applicable', 'scope_changed', control?.id],
    ]);
    const back = await during(admin, () => settle(admin, 'withdraw', decisions));
    expect(back.map(({ previous_status, cause }) => [previous_status, cause])).toEqual([
      ['not_applicable', 'scope_changed'],
    ]);
    expect([...out, ...back].map((each) => [each.reason, each.reason_code, each.reason_detail])).toEqual([
      ['out of scope: Nobody works there.', 'out_of_scope', 'Nobody works there.'],
      ['in scope again: nothing decides it yet', 'nothing_yet', null],
    ]);
  });

  it('says of a scan that a check changed only where one behind the changed element did', async () => {
    const { tenantId, member } = service.a;
    const plain = await during(member, () => runScan(member));
    expect(causes(plain)).toEqual(['resource_changed']);
    await service.database.query(
      `update scan_checks set check_version = 'another' where tenant_id = $1 and check_version is not null`,
      [tenantId],
    );
    const drifted = await during(member, () => runScan(member));
    expect(causes(drifted)).toEqual(['check_changed']);
  });

  it('records what a release of the content changes as its own, before what follows', async () => {
    const { tenantId, member, auditor } = service.a;
    // Newest first: of a control that failed last.
    const newest = new Map((await member.rest<Change[]>(PATH)).toReversed().map((each) => [each.control.id, each]));
    const passed = [...newest.values()].find(({ status }) => status === 'failed');
    const no = catalogueOf().controlById.get(passed?.control.id ?? '')?.no ?? -1;
    // As if the content of a former release had not failed it.
    await service.database.query(
      `update postures set statuses = set_byte(statuses, $2, 0), decided_content = 'former' where tenant_id = $1`,
      [tenantId, no],
    );
    const other = catalogueOf().universalControls.find(({ code }) => code === 'UCF-HRS-06');
    const found = await during(member, () => assess(auditor, other?.id ?? '', 'compliant', { details: 'Seen.' }));
    const ofRelease = found.filter(({ cause }) => cause === 'mapping_changed');
    expect(
      ofRelease.map(({ control, previous_status, status, changed_by }) => [
        control.id,
        previous_status,
        status,
        changed_by,
      ]),
    ).toEqual([[passed?.control.id, 'not_assessed', 'failed', null]]);
    expect(causes(found.filter((each) => !ofRelease.includes(each)))).toEqual(['judgement']);
    expect(found.at(-1)).toEqual(ofRelease[0]);
    expect(causes(await during(member, () => assess(auditor, other?.id ?? '', 'not_assessed')))).toEqual(['judgement']);
  });

  it('filters by time, framework, control, domain, status and cause', async () => {
    const { member } = service.a;
    const all = await member.rest<Change[]>(PATH);
    const moment = all[40]?.changed_at ?? '';
    const later = all.filter(({ changed_at }) => changed_at >= moment);
    expect(await member.rest<Change[]>(`${PATH}?from=${moment}`)).toEqual(later);
    expect(await member.rest<Change[]>(`${PATH}?to=${moment}`)).toEqual(all.slice(later.length));
    const where = async (query: string, wanted: (change: Change) => boolean) => {
      const found = await member.rest<Change[]>(`${PATH}?${query}`);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(all.filter(wanted));
    };
    await where('framework=ISO%2027001', ({ control }) => control.framework.name === 'ISO 27001');
    await where('status=passed', ({ status }) => status === 'passed');
    await where('cause=scope_changed', ({ cause }) => cause === 'scope_changed');
    const id = all[3]?.control.id ?? '';
    await where(`control=${id}`, ({ control }) => control.id === id);
    const iam = new Set(
      catalogueOf()
        .domains.find(({ code }) => code === 'IAM')
        ?.universalControls.flatMap(({ mappings }) => mappings.map(({ control }) => control.id)),
    );
    await where('domain=IAM', ({ control }) => iam.has(control.id));
  });

  it('returns pages by key, each change once', async () => {
    const { member } = service.a;
    const all = await member.rest<Change[]>(PATH);
    const ids: string[] = [];
    const query = `query ($after: String) { statusChanges(first: 90, after: $after) {
      nodes { id } pageInfo { hasNextPage endCursor } totalCount } }`;
    let after: string | null = null;
    do {
      const { statusChanges: page }: { statusChanges: Page } = await member.data<{ statusChanges: Page }>(query, {
        after,
      });
      ids.push(...page.nodes.map(({ id }) => id));
      expect(page.totalCount).toBe(all.length);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(ids).toEqual(all.map(({ id }) => id));
  });

  it('is empty for another organization, and refuses what is no period, no control and no cursor', async () => {
    expect(await service.b.member.rest<Change[]>(PATH)).toEqual([]);
    for (const [query, field] of [
      ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
      ['control=nothing', 'control'],
      ['domain=XYZ', 'domain'],
      ['cause=weather', 'cause'],
    ] as const) {
      const { status, body } = await service.a.member.get(`${PATH}?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(JSON.stringify(body)).toContain(field);
    }
  });

  it('names what decides each control now: the scan, the assessment, the decision on the scope, or nothing', async () => {
    const { admin, auditor, member } = service.a;
    const [excluded] = catalogueOf().frameworkBySlug.get('hitrust')?.controls ?? [];
    await settle(admin, 'approve', (await exclude(auditor, [excluded?.id ?? ''])).decisions);
    const from = service.statements.length;
    const { controls } = await member.data<{ controls: Decided[] }>(
      `{ controls(framework: "HITRUST") { id status
         decidedBy { by at scan { id status } assessment { id status } scopeDecision { kind } }
         derivation { decidedBy assessment { id } } } }`,
    );
    // The statements of the posture, the facts, the scope, the deciders, the scans and the assessments: each once, whatever the controls.
    expect(service.statements.slice(from).length).toBeLessThan(9);
    const BY = { tests: 'scan', assessment: 'assessment', scope: 'scope' } as const;
    for (const { status, decidedBy, derivation } of controls) {
      expect(decidedBy?.by ?? null).toBe(derivation.decidedBy === null ? null : BY[derivation.decidedBy]);
      expect(decidedBy === null).toBe(status === 'not_assessed');
      expect(decidedBy?.assessment?.id).toBe(decidedBy ? derivation.assessment?.id : undefined);
      if (decidedBy?.by === 'scan') expect(decidedBy.scan?.status).toBe('completed');
      if (decidedBy?.by === 'scope') expect(decidedBy.scopeDecision).toEqual({ kind: 'exclusion' });
    }
    expect(new Set(controls.map(({ decidedBy }) => decidedBy?.by))).toEqual(
      new Set(['scan', 'assessment', 'scope', undefined]),
    );
  });

  it('says of accepted findings, of the setting of part assessments and of an activated framework what they are', async () => {
    const tenant = await service.addTenant('Causes', 'ENTERPRISE', ['soc2', 'pci-dss']);
    const { admin, auditor, member } = tenant;
    await runImport(admin, await connect(admin, 'prowler'), prowlerReport([auditTrail('FAIL')]));
    let exceptionId = '';
    const acceptance = await during(member, async () => {
      ({ id: exceptionId } = await accepted(tenant, proposal(AUDIT_TRAIL.prowler)));
    });
    const withdrawal = await during(member, () => changed(auditor, 'withdrawException', exceptionId));
    expect([acceptance, withdrawal].map(causes)).toEqual([['exception'], ['exception']]);
    // Part of what a control of SOC 2 asks for that has other parts, and mapped to ISO 27001 too.
    const universal = catalogueOf().universalControls.find(
      ({ code, mappings }) =>
        code.startsWith('UCF-GOV-') &&
        mappings.some(({ control }) => control.framework.slug === 'iso27001') &&
        mappings.some(
          ({ control, asksMore }) =>
            control.framework.slug === 'soc2' &&
            asksMore &&
            control.mappings.filter((each) => each.asksMore).length > 1,
        ),
    );
    await assess(auditor, universal?.id ?? '', 'compliant', { details: 'Seen.' });
    const setting = await during(member, () =>
      admin.put('/api/org/profile', { settings: { partial_assessments: 'contribute' } }),
    );
    expect(causes(setting)).toEqual(['setting_changed']);
    await admin.put('/api/org/profile', { settings: { partial_assessments: 'pass' } });
    const activation = await during(member, () =>
      admin.data('mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }', {
        input: { frameworks: ['SOC 2', 'PCI DSS', 'ISO 27001'] },
      }),
    );
    expect(causes(activation)).toEqual(['scope_changed']);
    expect(new Set(activation.map(({ control }) => control.framework.name))).toEqual(new Set(['ISO 27001']));
  });

  it('says of a disconnected integration that the connection ended', async () => {
    const { admin, member } = service.a;
    const found = await during(member, () =>
      admin.data(
        'mutation ($id: ID!) { disconnectIntegration(input: { integrationId: $id }) { integration { id } } }',
        {
          id: integrationId,
        },
      ),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(causes(found)).toEqual(['connection']);
    expect(new Set(found.map((each) => each.reason_code))).toEqual(new Set(['nothing_any_more']));
  });

  it('gives every reason that it has said a code', async () => {
    const found = await service.database.query<{ reason: string }>(
      'select distinct reason from status_ledger where tenant_id = $1',
      [service.a.tenantId],
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ reason }) => codedReason(reason).reasonCode === null)).toEqual([]);
  });
});

interface Page {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
  totalCount: number;
}

interface Decided {
  id: string;
  status: string;
  decidedBy: {
    by: string;
    at: string;
    scan: { id: string; status: string } | null;
    assessment: { id: string; status: string } | null;
    scopeDecision: { kind: string } | null;
  } | null;
  derivation: { decidedBy: 'tests' | 'assessment' | 'scope' | null; assessment: { id: string } | null };
}
