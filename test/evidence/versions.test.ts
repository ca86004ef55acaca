import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { controlId } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { file, upload, uploaded, type UploadedEvidence } from './form.js';

interface Version extends UploadedEvidence {
  document_id: string;
  version: number;
  versions_total: number;
  current_id: string;
  versions: { id: string; version: number; sha256: string; expires_at: string | null; created_by: string }[];
  universal_controls: { code: string }[];
}

const CONTROL = controlId('soc2', 'CC6.1');
const OTHER = controlId('hipaa', '164.312(a)(1)');
const sha256Of = (content: string) => createHash('sha256').update(content).digest('hex');

describe('versions of one document', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const read = (id: string) => service.a.auditor.rest<Version>(`/api/evidence/${id}`);
  const listed = async (query = '') =>
    (await service.a.auditor.rest<{ id: string }[]>(`/api/evidence${query}`)).map(({ id }) => id);
  const bytesOf = async ({ download_url: url }: { download_url: string }) => (await fetch(url)).text();
  const versionOf = (id: string, content: string, fields: Record<string, string> = {}) =>
    uploaded(
      service.a.member,
      file(content, 'policy.txt'),
      { name: 'version_of', content: id },
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    );
  const withdraw = (id: string) =>
    service.a.admin.post(`/api/evidence/${id}/withdraw`, { reason_code: 'wrong_file', reason: 'Another one.' });

  it('keeps the bytes, hash, dates and id of each, and gives the new one title and controls of the one before', async () => {
    const first = await uploaded(
      service.a.admin,
      file('Policy 1', 'policy-2025.txt'),
      { name: 'title', content: 'Access policy' },
      { name: 'control_id', content: CONTROL },
      { name: 'control_id', content: OTHER },
      { name: 'expires_at', content: '2199-01-01' },
    );
    const second = await versionOf(first.id, 'Policy 2', { expires_at: '2199-06-01' });
    const third = await versionOf(second.id, 'Policy 3', { title: 'Access policy, renewed', control_id: CONTROL });
    const shown = await read(third.id);
    expect(shown).toMatchObject({
      ...{
        title: 'Access policy, renewed',
        document_id: first.id,
        version: 3,
        versions_total: 3,
        current_id: third.id,
      },
      controls: [{ id: CONTROL }],
      expires_at: null,
    });
    expect(shown.versions.map(({ id, version, sha256, expires_at }) => [id, version, sha256, expires_at])).toEqual([
      [third.id, 3, sha256Of('Policy 3'), null],
      [second.id, 2, sha256Of('Policy 2'), '2199-06-01T00:00:00.000Z'],
      [first.id, 1, sha256Of('Policy 1'), '2199-01-01T00:00:00.000Z'],
    ]);
    const old = await read(first.id);
    expect(old).toMatchObject({ title: 'Access policy', version: 1, versions_total: 3, current_id: third.id });
    expect(await read(second.id)).toMatchObject({ title: 'Access policy', version: 2, controls_total: 2 });
    expect(await Promise.all([old, shown].map(bytesOf))).toEqual(['Policy 1', 'Policy 3']);
  });

  it('are listed once, as the current version, also by control; with `all_versions` each of them', async () => {
    const { id: first } = await uploaded(service.a.admin, file('1'), { name: 'control_id', content: OTHER });
    const before = await listed();
    const { id: second } = await versionOf(first, '2');
    expect(await listed()).toEqual([second, ...before.filter((id) => id !== first)]);
    const ofControl = await listed(`?control_id=${OTHER}`);
    expect([ofControl.includes(second), ofControl.includes(first)]).toEqual([true, false]);
    const all = await listed(`?control_id=${OTHER}&all_versions=true`);
    expect([all.includes(second), all.includes(first)]).toEqual([true, true]);
    expect((await listed('?all_versions=true')).slice(0, 2)).toEqual([second, first]);
    const { file_reference: key } = await read(first);
    expect(await listed(`?evidence_key=${encodeURIComponent(key)}`)).toEqual([first]);
  });

  it('counts once for its control, and not while it is withdrawn', async () => {
    const COUNTED = controlId('soc2', 'CC6.2');
    const count = async () => {
      const asked = '{ controls(framework: "soc2") { id uploadedArtifacts } }';
      const { controls } = await service.a.auditor.data<{ controls: { id: string; uploadedArtifacts: number }[] }>(
        asked,
      );
      return controls.find(({ id }) => id === COUNTED)?.uploadedArtifacts;
    };
    expect(await count()).toBe(0);
    const one = await uploaded(service.a.admin, file('One', 'one.txt'), { name: 'control_id', content: COUNTED });
    await versionOf(one.id, 'One, again');
    const other = await uploaded(service.a.admin, file('Two', 'two.txt'), { name: 'control_id', content: COUNTED });
    expect(await count()).toBe(2);
    await withdraw(other.id);
    expect(await count()).toBe(1);
  });

  it('goes back to the version before while the newest is withdrawn, and the others stay', async () => {
    const first = await uploaded(service.a.admin, file('1'));
    const second = await versionOf(first.id, '2');
    await withdraw(second.id);
    expect(await read(second.id)).toMatchObject({ current_id: first.id, download_url: null });
    expect(await bytesOf(await read(first.id))).toBe('1');
    expect((await listed()).slice(0, 1)).toEqual([first.id]);
    expect((await service.a.admin.post(`/api/evidence/${second.id}/restore`, undefined)).status).toBe(200);
    expect((await listed()).slice(0, 1)).toEqual([second.id]);
    await withdraw(first.id);
    await withdraw(second.id);
    expect((await read(first.id)).current_id).toBe(second.id);
  });

  it('is numbered one after the other, however many are uploaded at once, and one of them is current', async () => {
    const first = await uploaded(service.a.admin, file('1'));
    await Promise.all(['2', '3', '4', '5'].map((content) => versionOf(first.id, content)));
    const { versions, current_id: current } = await read(first.id);
    expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(current).toBe(versions[0]?.id);
    const marked = await service.database.query(
      'select evidence_id from evidence_versions where document_id = $1 and is_current',
      [first.id],
    );
    expect(marked).toEqual([{ evidence_id: current }]);
  });

  it('does not change on which version an assessment rests', async () => {
    const { admin } = service.a;
    const [universal = { id: '', code: '' }] = (
      await admin.data<{ universalControls: { id: string; code: string }[] }>(
        '{ universalControls(domain: "CRY") { id code } }',
      )
    ).universalControls;
    const first = await uploaded(admin, file('1'));
    const { id } = await assess(admin, universal.id, 'compliant', { evidence_ids: [first.id] });
    const { id: second } = await versionOf(first.id, '2');
    const document = `query ($id: ID!) {
      universalControl(id: $id) { assessments(first: 1) { id evidence { id currentId current { version } } } }
    }`;
    const { universalControl } = await service.a.auditor.data<{ universalControl: { assessments: object[] } }>(
      document,
      {
        id: universal.id,
      },
    );
    expect(universalControl.assessments).toEqual([
      { id, evidence: [{ id: first.id, currentId: second, current: { version: 2 } }] },
    ]);
    const { evidence } = await service.a.auditor.data<{ evidence: { assessments: object[] } }>(
      'query ($id: ID!) { evidence(id: $id) { assessments { evidenceIds universalControl { code } } } }',
      { id: second },
    );
    expect(evidence.assessments).toEqual([{ evidenceIds: [first.id], universalControl: { code: universal.code } }]);
  });

  it('is recorded in the audit trail with its number and the version before', async () => {
    const first = await uploaded(service.a.admin, file('1'));
    const second = await versionOf(first.id, '2');
    const [entry] = await service.database.query<{ after: object }>(
      `select after from audit_log where action = 'evidence.uploaded' and resource_id = $1`,
      [second.id],
    );
    expect(entry?.after).toMatchObject({ documentId: first.id, version: 2, versionOf: first.id });
  });

  it('is refused of a scan’s artifact, of an unknown one, and of another tenant’s, and leaves nothing', async () => {
    const tenant = await service.addTenant('Scanned', 'ENTERPRISE');
    await connect(tenant.admin, 'demo');
    await runScan(tenant.admin);
    const [scanned] = await tenant.admin.rest<{ id: string }[]>('/api/evidence');
    const foreign = await uploaded(service.a.admin, file('1'));
    const answers = [];
    for (const id of [scanned?.id ?? '', foreign.id, '00000000-0000-4000-8000-000000000000', 'x']) {
      const { status, body } = await upload(tenant.admin, file('2'), { name: 'version_of', content: id });
      answers.push([status, (body as { error: { code: string } }).error.code]);
    }
    expect(answers).toEqual([
      [409, 'CONFLICT'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [400, 'VALIDATION_FAILED'],
    ]);
    expect(await tenant.admin.rest('/api/evidence?type=manual')).toEqual([]);
  });

  it('is listed in the same number of statements for many documents as for one', async () => {
    const tenant = await service.addTenant('Counted', 'ENTERPRISE');
    const add = async () => {
      const { id } = await uploaded(tenant.admin, file('1'));
      await uploaded(tenant.admin, file('2'), { name: 'version_of', content: id });
    };
    const document = `{ evidenceList { nodes {
      current { id } versions { id } universalControls { id } assessments { id }
    } } }`;
    const statements = async () => {
      const from = service.statements.length;
      await tenant.admin.data(document);
      return service.statements.length - from;
    };
    await add();
    const one = await statements();
    for (let count = 0; count < 4; count += 1) await add();
    expect(await statements()).toBe(one);
  });
});
