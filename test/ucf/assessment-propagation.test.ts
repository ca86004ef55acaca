import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogueOf, CONTROL_COUNT } from '../catalogue/shipped.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from './assessments.js';

let service: TestService;
let tenant: TestTenant;
let tenants = 0;
const catalogue = catalogueOf();
/** Two universal controls that are both mapped to one control. */
const shared = catalogue.controls.find(({ mappings }) => mappings.length >= 2);
const [one, other] = shared?.mappings.map(({ universalControl }) => universalControl) ?? [];

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  tenant = await service.addTenant(`Tenant${(tenants += 1)}`, 'ENTERPRISE');
});
afterAll(() => service.stop());

interface SentEvent {
  event: string;
  data: Record<string, unknown>;
}

const sentEvents = (event: string) =>
  service.database.query<SentEvent>(
    'select event, data from outbox where tenant_id = $1 and event = $2 order by sequence',
    [tenant.tenantId, event],
  );

/** 100 × part / whole, one decimal. */
const percent = (part: number, whole: number) => Math.round((1_000 * part) / whole) / 10;

describe('an assessment', () => {
  it('writes the ledger, the posture, the audit trail and the outbox in one statement', async () => {
    const from = service.statements.length;
    await assess(tenant.admin, one?.id ?? '', 'compliant');
    const writes = service.statements
      .slice(from)
      .filter((text) => /\b(insert into|delete from|update \w+ set)\b/i.test(text));
    expect(writes).toHaveLength(1);
    for (const table of ['assessments', 'status_ledger', 'postures', 'score_history', 'outbox']) {
      expect(writes[0]).toMatch(new RegExp(`(insert into|update) ${table}\\b`));
    }
    expect(writes[0]).toContain('record_audit(');
  });

  it('sends an event for the scores that it moved, before and after', async () => {
    const { id, propagated_controls: reached } = await assess(tenant.admin, one?.id ?? '', 'compliant');
    const events = await sentEvents('compliance.score_changed');
    const expected = [
      {
        scope: 'overall',
        framework: null,
        previous_score: 0,
        new_score: percent(reached.length, CONTROL_COUNT),
        // Without a note or evidence it passes them, and shows nothing.
        previous_assured_score: 0,
        new_assured_score: 0,
        scan_job_id: null,
        assessment_id: id,
      },
      ...catalogue.frameworks.flatMap(({ name, controls }) => {
        const passed = reached.filter(({ framework }) => framework === name).length;
        const assured = { previous_assured_score: 0, new_assured_score: 0 };
        const score = { previous_score: 0, new_score: percent(passed, controls.length), ...assured };
        if (passed === 0) return [];
        return [{ scope: 'framework', framework: name, ...score, scan_job_id: null, assessment_id: id }];
      }),
    ];
    expect(events.map(({ data }) => data)).toHaveLength(expected.length);
    expect(events.map(({ data }) => data)).toEqual(expect.arrayContaining(expected));
  });

  it('sends an event for a control that failed only where it passed before', async () => {
    await assess(tenant.admin, one?.id ?? '', 'non_compliant');
    expect(await sentEvents('compliance.control_failed')).toEqual([]);
    await assess(tenant.admin, one?.id ?? '', 'compliant');
    const { propagated_controls: reached } = await assess(tenant.admin, one?.id ?? '', 'partially_compliant');
    const events = await sentEvents('compliance.control_failed');
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining(
        reached.map(({ id, control_id, framework }) => ({
          control_id,
          control_uuid: id,
          framework,
          previous_status: 'passed',
          // It passed on a judgement without a note.
          previous_assurance: 'partial',
          new_status: 'failed',
        })),
      ),
    );
    expect(events).toHaveLength(reached.length);
  });

  it('says nothing where nothing changed, but is stored and audited', async () => {
    await assess(tenant.admin, one?.id ?? '', 'compliant');
    const before = await sentEvents('compliance.score_changed');
    const { id } = await assess(tenant.admin, one?.id ?? '', 'compliant');
    expect(await sentEvents('compliance.score_changed')).toHaveLength(before.length);
    const entries = await service.database.query(
      `select action, resource_id, actor_type, after ->> 'status' as status from audit_log where resource_id = $1`,
      [id],
    );
    expect(entries).toEqual([
      { action: 'assessment.created', resource_id: id, actor_type: 'user', status: 'compliant' },
    ]);
  });

  it('gives a control back to not_assessed when its last judgement is withdrawn', async () => {
    await assess(tenant.admin, one?.id ?? '', 'compliant');
    const { propagated_controls: reached } = await assess(tenant.admin, one?.id ?? '', 'not_assessed');
    for (const control of reached) {
      expect(control).toMatchObject({ previous_status: 'passed', new_status: 'not_assessed' });
    }
  });

  it('loses none of many made at the same time: the worst of them is in force', async () => {
    const statuses = ['compliant', 'non_compliant', 'compliant', 'compliant', 'compliant', 'compliant'];
    await Promise.all(
      [one, other].flatMap((universalControl) =>
        statuses.map((status) => assess(tenant.admin, universalControl?.id ?? '', status)),
      ),
    );
    const last = async (id = '') =>
      (await tenant.admin.rest<{ status: string }[]>(`/api/ucf/assessments?universal_control_id=${id}&limit=1`))[0]
        ?.status;
    const inForce = [await last(one?.id), await last(other?.id)];
    const expected = inForce.includes('non_compliant') ? 'failed' : 'passed';
    const control = await tenant.admin.rest<{ status: string }>(`/api/compliance/controls/${shared?.id ?? ''}`);
    expect(control.status).toBe(expected);
  });
});

describe('previewAssessment', () => {
  const PREVIEW = `query ($input: PreviewAssessmentInput!) { previewAssessment(input: $input) {
    propagatedControls { control { id } previousStatus newStatus } scores { scope framework previousScore newScore } } }`;

  interface Preview {
    previewAssessment: {
      propagatedControls: { control: { id: string }; previousStatus: string; newStatus: string }[];
      scores: { scope: string; framework: string | null; previousScore: number | null; newScore: number | null }[];
    };
  }

  it.each([
    { details: 'Seen.', isSupported: true, level: 'full' },
    { details: null, isSupported: false, level: 'partial' },
  ])(
    'promises the assurance that the assessment then has, with details $details',
    async ({ details, isSupported, level }) => {
      const { auditor } = await service.addTenant(`Preview${level}`, 'ENTERPRISE');
      const full = catalogueOf().universalControls.find(({ mappings }) =>
        mappings.some(({ relationship }) => relationship === 'equal'),
      );
      const input = { universalControlId: full?.id ?? '', status: 'compliant' };
      const fields = 'propagatedControls { control { id } newAssurance { level shown needed } }';
      interface Reached {
        propagatedControls: { control: { id: string }; newAssurance: { level: string } | null }[];
      }
      const { previewAssessment: preview } = await auditor.data<{ previewAssessment: Reached }>(
        `query ($input: PreviewAssessmentInput!) { previewAssessment(input: $input) { ${fields} } }`,
        { input: { ...input, isSupported } },
      );
      const { createAssessment } = await auditor.data<{ createAssessment: { assessment: Reached } }>(
        `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { ${fields} } } }`,
        { input: { ...input, details } },
      );
      const byId = (reached: Reached) => new Map(reached.propagatedControls.map((each) => [each.control.id, each]));
      expect(byId(preview)).toEqual(byId(createAssessment.assessment));
      const equal = full?.mappings.find(({ relationship }) => relationship === 'equal')?.control.id ?? '';
      expect(byId(preview).get(equal)?.newAssurance?.level).toBe(level);
    },
  );

  it('says what the assessment then does, and writes nothing', async () => {
    await assess(tenant.admin, other?.id ?? '', 'non_compliant');
    const input = { universalControlId: one?.id ?? '', status: 'compliant' };
    const from = service.statements.length;
    const { previewAssessment: preview } = await tenant.auditor.data<Preview>(PREVIEW, { input });
    const sent = service.statements.slice(from).join('\n');
    expect(sent).not.toMatch(/\b(insert into|delete from|update \w+ set)\b/i);
    const { propagated_controls: reached } = await assess(tenant.admin, input.universalControlId, input.status);
    const asPreviewed = preview.propagatedControls.map(({ control: { id }, previousStatus, newStatus }) => ({
      id,
      previous_status: previousStatus,
      new_status: newStatus,
    }));
    expect(asPreviewed).toEqual(
      expect.arrayContaining(
        reached.map(({ id, previous_status, new_status }) => ({ id, previous_status, new_status })),
      ),
    );
    // The other universal control's judgement still holds the shared control down.
    expect(asPreviewed.find(({ id }) => id === shared?.id)).toMatchObject({
      previous_status: 'failed',
      new_status: 'failed',
    });
    const passed = reached.filter(({ new_status: status }) => status === 'passed').length;
    expect(preview.scores[0]).toEqual({
      scope: 'overall',
      framework: null,
      previousScore: 0,
      newScore: percent(passed, CONTROL_COUNT),
    });
  });
});
