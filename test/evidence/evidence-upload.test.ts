import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { controlId } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { file, upload, uploaded, type Part, type UploadedEvidence } from './form.js';

const CONTROL = controlId('soc2', 'CC6.1');
const OTHER = controlId('hipaa', '164.312(a)(1)');
const CONTENT = 'user,role\nann,admin\nben,member\n';

describe('uploaded evidence', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const evidence = (id: string) => service.a.auditor.rest<UploadedEvidence>(`/api/evidence/${id}`);

  it('is returned as it is read later, with its address', async () => {
    const me = await service.a.member.data<{ me: { id: string } }>('{ me { id } }');
    const answer = await upload(
      service.a.member,
      file(CONTENT, 'Access review.csv', 'text/plain'),
      { name: 'control_id', content: CONTROL },
      { name: 'control_id', content: OTHER.toUpperCase() },
      { name: 'title', content: ' Access review of January ' },
      { name: 'description', content: 'Reviewed by Ann.\nNothing found.' },
      { name: 'collected_at', content: '2026-01-31T09:15:00+01:00' },
      { name: 'expires_at', content: '2027-01-31' },
    );
    expect(answer.status).toBe(201);
    const { data } = answer.body as { data: UploadedEvidence };
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'manual',
      title: 'Access review of January',
      description: 'Reviewed by Ann.\nNothing found.',
      control_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      controls: expect.arrayContaining([
        { id: CONTROL, control_id: 'CC6.1', framework: 'SOC 2' },
        { id: OTHER, control_id: '164.312(a)(1)', framework: 'HIPAA' },
      ]),
      controls_total: 2,
      scan_job_id: null,
      part_of_id: null,
      file_reference: `${service.a.tenantId}/evidence/${data.id}`,
      file_name: 'Access review.csv',
      content_type: 'text/csv',
      size: CONTENT.length,
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
      collected_at: '2026-01-31T08:15:00.000Z',
      expires_at: '2027-01-31T00:00:00.000Z',
      created_at: expect.stringMatching(/Z$/),
      created_by: me.me.id,
      ...{ document_id: data.id, version: 1, versions_total: 1, current_id: data.id, universal_controls: [] },
      versions: [expect.objectContaining({ id: data.id, version: 1, sha256: data.sha256, withdrawal: null })],
      withdrawal: null,
      download_url: expect.stringContaining('/files/'),
    });
    expect(answer.headers.get('location')).toBe(`/api/evidence/${data.id}`);
    const read = await evidence(data.id);
    expect({ ...read, download_url: '' }).toEqual({ ...data, download_url: '' });
  });

  it('requires only the file: the title is its name, collected_at is now', async () => {
    const before = Date.now();
    const found = await uploaded(service.a.admin, file('Backups are fine.'));
    expect(found).toMatchObject({
      title: 'note.txt',
      description: null,
      control_id: null,
      controls: [],
      content_type: 'text/plain',
      expires_at: null,
    });
    const collectedAt = new Date(found.collected_at).getTime();
    expect(collectedAt).toBeGreaterThanOrEqual(before);
    expect(found.created_at).toBe(found.collected_at);
  });

  it('is downloaded unchanged, under its name, never executed by a browser', async () => {
    const content = Buffer.concat([Buffer.from('<!doctype html><script>alert(1)</script>'), randomBytes(200_000)]);
    const found = await uploaded(service.a.admin, file(content, 'Prüfung “neu”.html', 'text/html'));
    const response = await fetch(found.download_url);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(found.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain(`UTF-8''${encodeURIComponent('Prüfung “neu”.html')}`);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  const FIELDS: Part[] = [
    { name: 'title', content: 'Any order' },
    { name: 'control_id', content: CONTROL },
    { name: 'expires_at', content: '2199-01-01' },
  ];
  it.each([
    ['before the others', [file(CONTENT), ...FIELDS]],
    ['behind the others', [...FIELDS, file(CONTENT)]],
    ['among the others', [...FIELDS.slice(0, 1), file(CONTENT), ...FIELDS.slice(1)]],
  ])('may have its file %s', async (_, parts) => {
    const found = await uploaded(service.a.member, ...parts);
    expect(found).toMatchObject({ title: 'Any order', control_id: CONTROL, size: CONTENT.length });
  });

  it('has the type detected from its bytes, whatever the client declares', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex');
    expect(await uploaded(service.a.admin, file(png, 'x.html', 'text/html'))).toMatchObject({
      content_type: 'image/png',
    });
    const script = file('<script>alert(1)</script>', 'logo.png', 'image/png');
    expect(await uploaded(service.a.admin, script)).toMatchObject({
      content_type: 'text/plain',
      file_name: 'logo.png',
    });
  });

  it('contains a control once that is named twice, and ignores an empty part', async () => {
    const found = await uploaded(
      service.a.admin,
      file(CONTENT),
      { name: 'control_id', content: CONTROL },
      { name: 'control_id', content: CONTROL.toUpperCase() },
      { name: 'title', content: '' },
      { name: 'expires_at', content: '' },
    );
    expect(found).toMatchObject({ title: 'note.txt', expires_at: null });
    expect(found.controls).toHaveLength(1);
  });

  it('is filtered by expiry', async () => {
    const tenant = await service.addTenant('Expiry', 'ENTERPRISE');
    const expiring = async (moment: string) =>
      (await uploaded(tenant.admin, file(CONTENT), { name: 'expires_at', content: moment })).id;
    await uploaded(tenant.admin, file(CONTENT));
    const june = await expiring('2198-06-01');
    const july = await expiring('2198-07-01');
    const found = async (filter: string) => {
      const list = `{ evidenceList(${filter}) { totalCount nodes { id } } }`;
      const { evidenceList } = await tenant.auditor.data<{
        evidenceList: { totalCount: number; nodes: { id: string }[] };
      }>(list);
      expect(evidenceList.totalCount).toBe(evidenceList.nodes.length);
      return evidenceList.nodes.map(({ id }) => id);
    };
    expect(await found('expiresBefore: "2198-06-01T00:00:00Z"')).toEqual([]);
    expect(await found('expiresBefore: "2198-06-01T00:00:00.001Z"')).toEqual([june]);
    expect(await found('expiresFrom: "2198-06-01T00:00:00Z"')).toEqual([july, june]);
    expect(await found('expiresFrom: "2198-06-02T00:00:00Z", expiresBefore: "2198-07-02T00:00:00Z"')).toEqual([july]);
  });

  it('is filtered by control and by type, over REST and GraphQL, and listed on the control', async () => {
    const tenant = await service.addTenant('Filters', 'ENTERPRISE');
    const { id } = await uploaded(tenant.admin, file(CONTENT), { name: 'control_id', content: CONTROL });
    const { id: loose } = await uploaded(tenant.admin, file(CONTENT));
    const idsOf = async (query: string) =>
      (await tenant.auditor.rest<{ id: string }[]>(`/api/evidence${query}`)).map((each) => each.id);
    expect(await idsOf('')).toEqual([loose, id]);
    expect(await idsOf(`?control_id=${CONTROL}`)).toEqual([id]);
    expect(await idsOf(`?control_id=${CONTROL}&type=manual`)).toEqual([id]);
    expect(await idsOf('?type=manual')).toEqual([loose, id]);
    expect(await idsOf('?type=auto')).toEqual([]);
    const { evidenceList } = await tenant.auditor.data<{ evidenceList: object }>(
      'query ($c: ID!) { evidenceList(controlId: $c, type: manual) { totalCount nodes { id contentType size } } }',
      { c: CONTROL },
    );
    expect(evidenceList).toEqual({
      totalCount: 1,
      nodes: [{ id, contentType: 'text/csv', size: CONTENT.length }],
    });
    const control = await tenant.auditor.rest<{ evidence: object[] }>(`/api/compliance/controls/${CONTROL}`);
    expect(control.evidence).toMatchObject([{ id, type: 'manual' }]);
  });

  it('is published to webhooks once, and recorded in the audit trail with its author', async () => {
    const found = await uploaded(service.a.member, file(CONTENT), { name: 'control_id', content: CONTROL });
    const events = await service.database.query<{ data: object; tenant_id: string }>(
      `select tenant_id, data from outbox where event = 'evidence.uploaded' and data ->> 'evidence_id' = $1`,
      [found.id],
    );
    expect(events).toEqual([
      {
        tenant_id: service.a.tenantId,
        data: { evidence_id: found.id, control_ids: [CONTROL], type: 'manual', file_name: 'note.txt' },
      },
    ]);
    const audited = await service.database.query<{ after: object }>(
      `select actor_type, actor_id, after from audit_log where action = 'evidence.uploaded' and resource_id = $1`,
      [found.id],
    );
    expect(audited).toEqual([
      {
        actor_type: 'user',
        actor_id: found.created_by,
        after: expect.objectContaining({ fileName: 'note.txt', sha256: found.sha256, controlIds: [CONTROL] }),
      },
    ]);
  });

  it('returns 404 to another tenant, like evidence that does not exist', async () => {
    const { id, file_reference: key } = await uploaded(service.a.admin, file(CONTENT));
    expect((await service.b.admin.get(`/api/evidence/${id}`)).status).toBe(404);
    expect(key.startsWith(service.a.tenantId)).toBe(true);
    expect(await service.b.admin.rest('/api/evidence')).toEqual([]);
  });

  it('is listed in the same number of statements for many as for one', async () => {
    const tenant = await service.addTenant('Statements', 'ENTERPRISE');
    const statementsOf = async () => {
      const before = service.statements.length;
      await tenant.admin.rest('/api/evidence');
      return service.statements.slice(before).filter((text) => /\bevidence\b/.test(text)).length;
    };
    await uploaded(tenant.admin, file(CONTENT), { name: 'control_id', content: CONTROL });
    const one = await statementsOf();
    for (let no = 0; no < 5; no++) {
      await uploaded(
        tenant.admin,
        file(CONTENT),
        { name: 'control_id', content: CONTROL },
        { name: 'control_id', content: OTHER },
      );
    }
    expect(await statementsOf()).toBe(one);
  });
});
