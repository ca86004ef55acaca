import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogueOf,
  controlCountOf,
  controlId,
  frameworkId,
  universalControlId,
  CONTROL_COUNT,
} from '../catalogue/shipped.js';
import { file, upload } from '../evidence/form.js';
import { connect, resultsOf, runScan, type ScanStatusBody } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { auditOf } from './audit-rows.js';

/**
 * UCF-PRI-08, on access to one's own data: SOC 2 P5.1, HITRUST 13.f and the five paragraphs of 164.524, all of the
 * Privacy Rule.
 */
const ACCESS = universalControlId('UCF-PRI-08');
/** Controls of HIPAA, and those of them that are no paragraph of the Privacy Rule (subpart E, 164.5xx). */
const ALL = controlCountOf('hipaa');
const WITHOUT = catalogueOf()
  .frameworkBySlug.get('hipaa')
  ?.controls.filter(({ controlId: code }) => !code.startsWith('164.5')).length;
const PRIVACY = controlId('hipaa', '164.524(a)');
/** A control of the Security Rule. */
const SECURITY = controlId('hipaa', '164.308(a)(1)(ii)(A)');

interface Control {
  id: string;
  control_id: string;
  status: string;
}

interface Change {
  id: string;
  status: string;
  reason: string;
}

let service: TestService;
let tenant: TestTenant;
let before: ScanStatusBody;
let history: Change[];

const put = (hipaaPrivacy: unknown) =>
  tenant.admin.put('/api/org/profile', { settings: { hipaa_privacy: hipaaPrivacy } });
const hipaaControls = () =>
  tenant.member.rest<Control[]>(`/api/compliance/frameworks/${frameworkId('hipaa')}/controls`);
const historyOf = async (id: string) =>
  (await tenant.member.rest<{ assessment_history: Change[] }>(`/api/compliance/controls/${id}`)).assessment_history;
const reached = (made: { propagated_controls: { framework: string; control_id: string }[] }) =>
  made.propagated_controls.map(({ framework, control_id: code }) => `${framework} ${code}`);
const hipaaResults = async (scan: ScanStatusBody) =>
  (await resultsOf(tenant.member, scan.id)).filter(({ framework }) => framework === 'HIPAA');

beforeAll(async () => {
  service = await startService();
  tenant = service.a;
  await connect(tenant.admin, 'demo');
  before = await runScan(tenant.admin);
  await assess(tenant.admin, ACCESS, 'compliant');
  history = await historyOf(PRIVACY);
});
afterAll(() => service.stop());

describe('the privacy part of HIPAA', () => {
  it('is in scope until an admin switches it off', async () => {
    const profile = await tenant.member.rest<{ settings: object }>('/api/org/profile');
    expect(profile.settings).toMatchObject({ hipaa_privacy: true });
    expect(await hipaaControls()).toHaveLength(ALL);
    expect(before.total_controls).toBe(CONTROL_COUNT);
    expect(history.map(({ status, reason }) => [status, reason])).toEqual([['passed', 'assessed as compliant']]);
  });

  it.each([null, 'off', 0])('cannot be switched to %j', async (value) => {
    expect((await put(value)).status).toBe(400);
  });

  it('cannot be changed by members and auditors', async () => {
    for (const client of [tenant.member, tenant.auditor]) {
      const answer = await client.put('/api/org/profile', { settings: { hipaa_privacy: false } });
      expect(answer.status).toBe(403);
    }
  });
});

describe('when it is switched off', () => {
  let wholeList: number;

  beforeAll(async () => {
    const sent = service.statements.length;
    await hipaaControls();
    wholeList = service.statements.length - sent;
    expect((await put(false)).status).toBe(200);
  });

  it('is in no list: HIPAA has only its other controls, in the same number of statements', async () => {
    const sent = service.statements.length;
    const controls = await hipaaControls();
    expect(service.statements.length - sent).toBe(wholeList);
    expect(controls).toHaveLength(WITHOUT ?? 0);
    expect(controls.filter(({ control_id: code }) => code.startsWith('164.5'))).toEqual([]);
    const { frameworks } = await tenant.member.data<{
      frameworks: { name: string; totalControls: number; controls: { framework: { totalControls: number } }[] }[];
    }>('{ frameworks { name totalControls controls(q: "164.308(a)(8)") { framework { totalControls } } } }');
    expect(frameworks.find(({ name }) => name === 'HIPAA')).toEqual({
      name: 'HIPAA',
      totalControls: WITHOUT,
      controls: [{ framework: { totalControls: WITHOUT } }],
    });
  });

  it('returns NOT_FOUND by id, for evidence too', async () => {
    expect((await tenant.member.get(`/api/compliance/controls/${PRIVACY}`)).status).toBe(404);
    expect((await tenant.member.get(`/api/evidence?control_id=${PRIVACY}`)).status).toBe(404);
    expect((await upload(tenant.admin, { name: 'control_id', content: PRIVACY }, file('note'))).status).toBe(404);
  });

  it('counts in no score, coverage, heat-map or matrix', async () => {
    const card = await tenant.member.rest<{ frameworks: { framework: string; total_controls: number }[] }>(
      '/api/ucf/scorecard',
    );
    expect(card.frameworks.find(({ framework }) => framework === 'HIPAA')?.total_controls).toBe(WITHOUT);
    expect(await tenant.member.rest('/api/ucf/coverage/hipaa')).toMatchObject({
      total_controls: WITHOUT,
      covered_controls: WITHOUT,
    });
    const { heatmap, mappingMatrix } = await tenant.member.data<{
      heatmap: { frameworks: { framework: string; cells: { domain: string; totalControls: number }[] }[] };
      mappingMatrix: { cells: { from: string; to: string; totalControls: number }[] };
    }>(`{ heatmap { frameworks { framework cells { domain totalControls } } }
          mappingMatrix { cells { from to totalControls } } }`);
    const cells = heatmap.frameworks.find(({ framework }) => framework === 'HIPAA')?.cells ?? [];
    // All of HIPAA that the domain on privacy has is the Privacy Rule's, but 164.414(a) on breaches.
    expect(cells.find(({ domain }) => domain === 'PRI')).toEqual({ domain: 'PRI', totalControls: 1 });
    expect(new Set(mappingMatrix.cells.filter(({ to }) => to === 'HIPAA').map((cell) => cell.totalControls))).toEqual(
      new Set([WITHOUT]),
    );
  });

  it('is not affected by mappings and assessments', async () => {
    const { mappings } = await tenant.member.rest<{ mappings: { framework: string }[] }>(`/api/ucf/controls/${ACCESS}`);
    expect(mappings.map(({ framework }) => framework)).toEqual(['SOC 2', 'HITRUST']);
    const { previewAssessment } = await tenant.admin.data<{ previewAssessment: { propagatedControls: unknown[] } }>(
      `query ($input: PreviewAssessmentInput!) {
         previewAssessment(input: $input) { propagatedControls { control { id } } } }`,
      { input: { universalControlId: ACCESS, status: 'non_compliant' } },
    );
    expect(previewAssessment.propagatedControls).toHaveLength(2);
    const made = await assess(tenant.admin, ACCESS, 'non_compliant');
    expect(reached(made)).toEqual(['SOC 2 P5.1', 'HITRUST 13.f']);
  });

  it('does not count in the scores of events and their history', async () => {
    const risk = universalControlId('UCF-RSK-02');
    const made = await assess(tenant.admin, risk, 'non_compliant');
    expect(reached(made)).toContain('HIPAA 164.308(a)(1)(ii)(A)');
    await assess(tenant.admin, risk, 'compliant');
    expect((await historyOf(SECURITY)).at(0)?.status).toBe('passed');
    const [moved] = await service.database.query<{ passed_controls: number; total_controls: number }>(
      `select passed_controls, total_controls from score_history
       where tenant_id = $1 and framework = 'hipaa' order by posture_version desc limit 1`,
      [tenant.tenantId],
    );
    const passed = (await hipaaControls()).filter(({ status }) => status === 'passed').length;
    expect(moved).toEqual({ passed_controls: passed, total_controls: WITHOUT });
  });

  it('is not scanned, not in reports, and not in the results of earlier scans', async () => {
    const scan = await runScan(tenant.admin);
    expect(scan.total_controls).toBe(CONTROL_COUNT - 73);
    expect(await hipaaResults(scan)).toHaveLength(91);
    expect(await hipaaResults(before)).toHaveLength(91);
    const report = await tenant.admin.post('/api/reports/generate', { framework: 'HIPAA' });
    expect((report.body as { data: object }).data).toMatchObject({ total_controls: WITHOUT });
    const { frameworks } = await tenant.member.rest<{ frameworks: { framework: string; total_controls: number }[] }>(
      '/api/reports/frameworks',
    );
    expect(frameworks.find(({ framework }) => framework === 'HIPAA')?.total_controls).toBe(WITHOUT);
  });

  it('stays in scope for other organizations', async () => {
    const controls = await service.b.member.rest<Control[]>(
      `/api/compliance/frameworks/${frameworkId('hipaa')}/controls`,
    );
    expect(controls).toHaveLength(ALL);
  });
});

describe('when it is switched on again', () => {
  beforeAll(async () => {
    expect((await put(true)).status).toBe(200);
    expect((await put(true)).status).toBe(200);
  });

  it('has its stored statuses, updated by the assessments made meanwhile', async () => {
    expect(await hipaaControls()).toHaveLength(ALL);
    const now = await historyOf(PRIVACY);
    expect(now.slice(1)).toEqual(history);
    expect(now.map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'assessed as non-compliant'],
      ['passed', 'assessed as compliant'],
    ]);
    expect(await hipaaResults(before)).toHaveLength(ALL);
  });

  it('is in the audit trail both times, and once each', async () => {
    const changes = (await auditOf(service, tenant.tenantId)).filter(({ action }) => action === 'organization.updated');
    expect(changes.map(({ before: was, after }) => [was, after])).toEqual([
      [{ hipaa_privacy: true }, { hipaa_privacy: false }],
      [{ hipaa_privacy: false }, { hipaa_privacy: true }],
    ]);
  });
});

describe('HIPAA that becomes active while its privacy part is off', () => {
  it('decides no control of the privacy part and lists none', async () => {
    const { admin, member, tenantId } = await service.addTenant('Growing', 'ENTERPRISE', ['soc2']);
    await admin.put('/api/org/profile', { settings: { hipaa_privacy: false } });
    await assess(admin, ACCESS, 'non_compliant');
    await admin.data(
      'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { name } } }',
      {
        input: { frameworks: ['soc2', 'hipaa'] },
      },
    );
    expect(await member.rest<Control[]>(`/api/compliance/frameworks/${frameworkId('hipaa')}/controls`)).toHaveLength(
      91,
    );
    const decided = await service.database.query<{ code: string }>(
      `select c.control_id as code from status_ledger l join catalogue_controls c on c.no = l.control_no
       where l.tenant_id = $1`,
      [tenantId],
    );
    expect(decided).toEqual([{ code: 'P5.1' }]);
  });
});
