import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess, type AssessmentBody } from './assessments.js';

let service: TestService;
let a: TestTenant;
const { universalControls } = catalogueOf();
/** Mapped to several controls of several frameworks. */
const [wide] = universalControls.toSorted((one, other) => other.mappings.length - one.mappings.length);
const WIDE = wide?.id ?? '';

beforeAll(async () => {
  service = await startService();
  a = service.a;
});
afterAll(() => service.stop());

describe('POST /api/ucf/assessments', () => {
  it('returns 201 with the assessment, its mapped controls in active frameworks, and its `Location`', async () => {
    const answer = await a.auditor.post('/api/ucf/assessments', {
      universal_control_id: WIDE,
      status: 'compliant',
      details: 'Seen in the console.',
    });
    expect(answer.status).toBe(201);
    const { data } = answer.body as { data: AssessmentBody };
    expect(answer.headers.get('location')).toBe(`/api/ucf/assessments/${data.id}`);
    expect(data).toMatchObject({
      universal_control: { id: WIDE, code: wide?.code, title: wide?.title },
      status: 'compliant',
      details: 'Seen in the console.',
      evidence_ids: [],
      assessed_by: { name: 'Alpha auditor' },
    });
    const mapped = [...new Set(wide?.mappings.map(({ control }) => control.id))].sort();
    expect(data.propagated_controls.map(({ id }) => id).sort()).toEqual(mapped);
    for (const control of data.propagated_controls) {
      expect(control).toMatchObject({ previous_status: 'not_assessed', new_status: 'passed' });
    }
    expect(await a.member.rest(`/api/ucf/assessments/${data.id}`)).toEqual(data);
  });

  it('shows in every mapped control at once, with its history', async () => {
    const { id, propagated_controls: reached } = await assess(a.admin, WIDE, 'partially_compliant');
    for (const { id: controlId } of reached) {
      const control = await a.member.rest<{ status: string; assessment_history: object[] }>(
        `/api/compliance/controls/${controlId}`,
      );
      expect(control.status).toBe('failed');
      expect(control.assessment_history[0]).toMatchObject({
        status: 'failed',
        previous_status: 'passed',
        source: 'assessment',
        assessment_id: id,
        reason: 'assessed as partially compliant',
      });
    }
  });

  it('lists a control that did not change as it was and is', async () => {
    await assess(a.admin, WIDE, 'non_compliant');
    const again = await assess(a.admin, WIDE, 'non_compliant');
    for (const control of again.propagated_controls) {
      expect(control).toMatchObject({ previous_status: 'failed', new_status: 'failed' });
    }
  });

  it('reaches the controls of active frameworks alone', async () => {
    const narrow = await service.addTenant('Narrow', 'STARTER', ['soc2']);
    const { propagated_controls: reached } = await assess(narrow.admin, WIDE, 'compliant');
    expect(new Set(reached.map(({ framework }) => framework))).toEqual(new Set(['SOC 2']));
    const [{ count } = { count: -1 }] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from status_ledger l join catalogue_controls c on c.no = l.control_no
       where l.tenant_id = $1 and c.framework <> 'soc2'`,
      [narrow.tenantId],
    );
    expect(count).toBe(0);
  });

  it('keeps the evidence it rests on, which must be the organization’s own', async () => {
    await connect(service.b.admin, 'demo');
    await runScan(service.b.admin);
    const [mine] = await service.b.admin.rest<{ id: string }[]>('/api/evidence?limit=1');
    const made = await assess(service.b.admin, WIDE, 'compliant', { evidence_ids: [mine?.id] });
    expect(made.evidence_ids).toEqual([mine?.id]);
    const foreign = await a.admin.post('/api/ucf/assessments', {
      universal_control_id: WIDE,
      status: 'compliant',
      evidence_ids: [mine?.id],
    });
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['no universal control', { status: 'compliant' }, '/universal_control_id'],
    ['no status', { universal_control_id: WIDE }, '/status'],
    ['an unknown status', { universal_control_id: WIDE, status: 'fine' }, '/status'],
    ['a malformed id', { universal_control_id: 'x', status: 'compliant' }, '/universal_control_id'],
    [
      'a malformed evidence id',
      { universal_control_id: WIDE, status: 'compliant', evidence_ids: ['x'] },
      '/evidence_ids/0',
    ],
    ['too many words', { universal_control_id: WIDE, status: 'compliant', details: 'x'.repeat(10_001) }, '/details'],
    ['an unknown key', { universal_control_id: WIDE, status: 'compliant', note: 'x' }, '/note'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    const before = await a.admin.rest<unknown[]>('/api/ucf/assessments');
    const answer = await a.admin.post('/api/ucf/assessments', body);
    expect(answer.status).toBe(400);
    const { error } = answer.body as { error: { details: { field: string }[] } };
    expect(error.details.map((detail) => detail.field)).toEqual([field]);
    expect(await a.admin.rest<unknown[]>('/api/ucf/assessments')).toHaveLength(before.length);
  });
});

describe('GET /api/ucf/assessments', () => {
  it('lists newest first, filtered by universal control and status', async () => {
    const [other] = universalControls.filter(({ id }) => id !== WIDE);
    const first = await assess(a.admin, other?.id ?? '', 'non_compliant');
    const second = await assess(a.admin, other?.id ?? '', 'compliant');
    const all = await a.member.rest<AssessmentBody[]>('/api/ucf/assessments');
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    const query = `/api/ucf/assessments?universal_control_id=${other?.id ?? ''}`;
    expect((await a.member.rest<AssessmentBody[]>(query)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await a.member.rest<AssessmentBody[]>(`${query}&status=non_compliant`)).toEqual([first]);
  });

  it('pages with limit and offset', async () => {
    const all = await a.member.rest<AssessmentBody[]>('/api/ucf/assessments');
    const page = await a.member.get('/api/ucf/assessments?limit=1&offset=1');
    expect(page.body).toMatchObject({
      data: [{ id: all[1]?.id }],
      meta: { pagination: { limit: 1, offset: 1, total: all.length, has_more: all.length > 2 } },
    });
  });
});

describe('UniversalControl.assessments', () => {
  const QUERY = `query ($first: Int) { universalControls {
    id assessments(first: $first) { id status details assessedBy { name } universalControl { id } } } }`;
  interface Assessed {
    id: string;
    assessments: { id: string; universalControl: { id: string } }[];
  }
  const read = async (first?: number) =>
    (await a.member.data<{ universalControls: Assessed[] }>(QUERY, { first })).universalControls;

  it('are those that are listed of each, newest first', async () => {
    const listed = await a.member.rest<AssessmentBody[]>('/api/ucf/assessments');
    const byUniversalControl = Map.groupBy(listed, (assessment) => assessment.universal_control.id);
    expect(byUniversalControl.size).toBeGreaterThan(1);
    for (const { id, assessments } of await read()) {
      expect(assessments.map((assessment) => assessment.id)).toEqual(
        (byUniversalControl.get(id) ?? []).map((assessment) => assessment.id),
      );
      for (const { universalControl } of assessments) expect(universalControl).toEqual({ id });
    }
  });

  it('are the newest so many', async () => {
    const [all, two] = [await read(), await read(2)];
    const wide = all.find(({ id }) => id === WIDE)?.assessments ?? [];
    expect(wide.length).toBeGreaterThan(2);
    expect(two.find(({ id }) => id === WIDE)?.assessments).toEqual(wide.slice(0, 2));
  });

  it.each([0, 101])('are not asked for %s at a time', async (first) => {
    const { body } = await a.member.graphql(
      `{ universalControl(id: "${WIDE}") { assessments(first: ${first}) { id } } }`,
    );
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/first' }] } }],
    });
  });
});

describe('POST /api/ucf/assessments/bulk', () => {
  it('answers each item with what the assessment of one answers, the refused ones too when it is repeated', async () => {
    const body = {
      assessments: [
        { universal_control_id: WIDE, status: 'compliant', details: 'Seen in the console.' },
        { universal_control_id: 'x', status: 'compliant' },
      ],
    };
    const { admin } = await service.addTenant('Bulk', 'ENTERPRISE');
    const key = { 'idempotency-key': 'the audit of November' };
    const answer = await admin.post('/api/ucf/assessments/bulk', body, key);
    expect(answer.status).toBe(200);
    const [done, refused] = (answer.body as { data: { results: { assessment: AssessmentBody | null }[] } }).data
      .results;
    expect(await admin.rest(`/api/ucf/assessments/${done?.assessment?.id}`)).toEqual(done?.assessment);
    expect(refused).toEqual({
      index: 1,
      assessment: null,
      error: { code: 'VALIDATION_FAILED', message: 'is not a UUID', pointer: '/assessments/1/universal_control_id' },
    });
    const again = await admin.post('/api/ucf/assessments/bulk', body, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((again.body as { data: unknown }).data).toEqual((answer.body as { data: unknown }).data);
    expect(await admin.rest<unknown[]>('/api/ucf/assessments')).toHaveLength(1);
  });
});
