import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { file, uploaded } from './form.js';

const CONTROL = controlId('soc2', 'CC1.1');

interface Linked {
  controls: { control_id: string }[];
  universal_controls: { id: string; code: string }[];
}

describe('what people say that an artifact is evidence for', () => {
  let service: TestService;
  let universal: { id: string; code: string };
  let other: { id: string; code: string };
  beforeAll(async () => {
    service = await startService();
    const document = '{ universalControls(domain: "IAM") { id code } }';
    const { universalControls } = await service.a.admin.data<{ universalControls: { id: string; code: string }[] }>(
      document,
    );
    [universal = { id: '', code: '' }, other = { id: '', code: '' }] = universalControls;
  });
  afterAll(() => service.stop());

  const change = (name: 'link' | 'unlink', id: string, body: object, client = service.a.member) =>
    client.post(`/api/evidence/${id}/${name}`, body);
  const linked = async (id: string) => {
    const { controls, universal_controls: universals } = await service.a.auditor.rest<Linked>(`/api/evidence/${id}`);
    return [controls.map(({ control_id: code }) => code), universals.map(({ code }) => code)];
  };
  const waiting = async (id: string, client = service.a.auditor) => {
    const document = 'query ($id: ID!) { universalControl(id: $id) { evidence { id title } assessment { status } } }';
    return (await client.data<{ universalControl: { evidence: { id: string }[] } }>(document, { id })).universalControl;
  };

  it('is added to controls and universal controls, twice the same, and is taken back; both stand in the audit trail', async () => {
    const { id } = await uploaded(service.a.admin, file('A charter.'));
    const body = { control_ids: [CONTROL], universal_control_ids: [universal.id, other.id.toUpperCase()] };
    for (let times = 0; times < 2; times += 1) {
      const { status, body: answer } = await change('link', id, body);
      expect(status).toBe(200);
      expect(answer).toMatchObject({ data: { id, controls: [{ id: CONTROL }] } });
    }
    expect(await linked(id)).toEqual([['CC1.1'], [universal.code, other.code].toSorted()]);
    expect((await change('unlink', id, { control_ids: [CONTROL], universal_control_ids: [other.id] })).status).toBe(
      200,
    );
    expect(await linked(id)).toEqual([[], [universal.code]]);
    const trail = await service.database.query(
      `select action, before, after from audit_log where resource_id = $1 and action like 'evidence.%linked' order by sequence`,
      [id],
    );
    expect(trail).toEqual([
      {
        action: 'evidence.linked',
        before: null,
        after: { controlIds: [CONTROL], universalControlIds: [universal.id, other.id] },
      },
      {
        action: 'evidence.unlinked',
        before: { controlIds: [CONTROL], universalControlIds: [other.id] },
        after: null,
      },
    ]);
  });

  it('waits for the next assessment of the universal control, and changes no status by itself', async () => {
    const statuses = () => service.a.auditor.rest('/api/compliance/frameworks/soc2/controls');
    const before = await statuses();
    const { id } = await uploaded(service.a.admin, file('A review.'), { name: 'title', content: 'A review' });
    await change('link', id, { universal_control_ids: [other.id], control_ids: [CONTROL] });
    expect(await waiting(other.id)).toEqual({ evidence: [{ id, title: 'A review' }], assessment: null });
    expect(await statuses()).toEqual(before);
  });

  it('goes over to a new version, which takes the place of the one before', async () => {
    const { id: first } = await uploaded(service.a.admin, file('1'));
    await change('link', first, { universal_control_ids: [universal.id], control_ids: [CONTROL] });
    const second = await uploaded(service.a.admin, file('2'), { name: 'version_of', content: first });
    expect(await linked(second.id)).toEqual([['CC1.1'], [universal.code]]);
    const ids = (await waiting(universal.id)).evidence.map((each) => each.id);
    expect([ids.includes(second.id), ids.includes(first)]).toEqual([true, false]);
  });

  it('may be a part of what a scan stored, for universal controls alone, and then outlives the retention', async () => {
    const tenant = await service.addTenant('Scanned', 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    await runScan(tenant.admin);
    const [part] = await tenant.admin.rest<{ id: string; part_of_id: string }[]>(
      `/api/evidence?control_id=${controlId('soc2', 'CC6.1')}`,
    );
    const id = part?.id ?? '';
    const refused = await change('link', id, { control_ids: [CONTROL] }, tenant.admin);
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }]);
    expect((await change('link', id, { universal_control_ids: [universal.id] }, tenant.admin)).status).toBe(200);
    expect((await waiting(universal.id, tenant.admin)).evidence).toMatchObject([{ id }]);
    const [row] = await service.database.query(
      'select evidence_id from evidence_universal_controls where tenant_id = $1',
      [tenant.tenantId],
    );
    expect(row).toEqual({ evidence_id: part?.part_of_id });
  });

  it('is refused of withdrawn evidence, of nothing, of unknown controls, without the role, and of another tenant', async () => {
    const { id } = await uploaded(service.a.admin, file('Wrong.'));
    const body = { universal_control_ids: [universal.id] };
    const nobody = '00000000-0000-4000-8000-000000000000';
    const codes = [
      (await change('link', id, {})).status,
      (await change('link', id, { control_ids: ['x'] })).status,
      (await change('link', id, { control_ids: [nobody] })).status,
      (await change('link', id, { universal_control_ids: [nobody] })).status,
      (await change('link', id, body, service.a.auditor)).status,
      (await change('link', id, body, service.anonymous)).status,
      (await change('link', id, body, service.b.admin)).status,
      (await change('unlink', id, body, service.b.admin)).status,
    ];
    expect(codes).toEqual([400, 400, 404, 404, 403, 401, 404, 404]);
    await service.a.admin.post(`/api/evidence/${id}/withdraw`, { reason_code: 'other', reason: 'Why' });
    expect((await change('link', id, body)).status).toBe(409);
  });

  it('is in a report of a moment only if it was said before', async () => {
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    const { id } = await uploaded(service.a.admin, file('An old policy.'));
    const before = new Date().toISOString();
    await change('link', id, { control_ids: [controlId('soc2', 'CC1.2')] });
    const report = async (moment: object) => {
      const { body } = await service.a.admin.post('/api/reports/generate', {
        ...{ framework: 'SOC 2', report_type: 'evidence_collection', ...moment },
      });
      const { report_url: url } = (body as { data: { report_url: string } }).data;
      return (await fetch(url)).text();
    };
    expect(await report({})).toContain(id);
    expect(await report({ as_of: before })).not.toContain(id);
  });
});
