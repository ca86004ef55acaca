import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WithdrawalPurge } from '../../src/modules/evidence/withdrawal.jobs.js';
import { createLog } from '../../src/platform/log.js';
import { DAY, HOUR } from '../../src/platform/clock.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { objectKeys } from '../integrations/stored-rows.js';
import { anyOf } from '../support/any-of.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { openHousekeeping, type Housekeeping } from '../storage/housekeeping.js';
import { file, uploaded, type UploadedEvidence } from './form.js';

const WHY = { reason_code: 'personal_data', reason: 'It names patients.' };

interface Withdrawn extends Omit<UploadedEvidence, 'download_url'> {
  download_url: string | null;
  withdrawal: { reason_code: string; reason: string; withdrawn_by: string; purged_at: string | null } | null;
}

interface Derived {
  control: {
    derivation: {
      status: string;
      assurance: { level: string } | null;
      assessment: { isSupported: boolean; withdrawnEvidenceIds: string[] } | null;
    };
  };
}

describe('withdrawn evidence', () => {
  let service: TestService;
  let housekeeping: Housekeeping;
  const clock = new ShiftedClock();
  beforeAll(async () => {
    service = await startService();
    housekeeping = await openHousekeeping(service);
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
  });
  afterAll(async () => {
    await housekeeping.close();
    await service.stop();
  });

  const withdraw = (id: string, body: unknown = WHY) => service.a.admin.post(`/api/evidence/${id}/withdraw`, body);
  const restore = (id: string) => service.a.admin.send('POST', `/api/evidence/${id}/restore`);
  const read = (id: string) => service.a.auditor.rest<Withdrawn>(`/api/evidence/${id}`);
  const follow = (url: string) => service.anonymous.send('GET', url.slice(service.baseUrl.length));
  const purge = async (shiftMs: number) => {
    const { database } = service.app;
    const { objects } = housekeeping;
    const job = new WithdrawalPurge({ database, objects, clock, log: createLog('silent') });
    await clock.at(shiftMs, () => job.run(new AbortController().signal));
  };
  const usage = async () =>
    (await service.a.admin.rest<{ usage: { stored_bytes: number; stored_files: number } }>('/api/org/profile')).usage;

  it('keeps name, hash and reason, and is no longer downloaded, by old links either', async () => {
    const evidence = await uploaded(service.a.member, file('Patients: …', 'list.txt'));
    const { status, body } = await withdraw(evidence.id);
    expect(status).toBe(200);
    const { me } = await service.a.admin.data<{ me: { id: string } }>('{ me { id } }');
    const unchanged = { id: evidence.id, file_name: 'list.txt', sha256: evidence.sha256, size: evidence.size };
    const withdrawal = { ...WHY, withdrawn_by: me.id, purged_at: null };
    expect(body).toMatchObject({ data: { ...unchanged, download_url: null, withdrawal } });
    expect(await read(evidence.id)).toMatchObject({ ...unchanged, download_url: null, withdrawal });
    const refused = await follow(evidence.download_url);
    expect(refused.status).toBe(410);
    expect(refused.body).toMatchObject({
      error: { code: 'GONE', details: [{ field: '/reason_code', message: 'personal_data' }] },
    });
    const [entry] = await service.database.query(
      `select actor_id, after from audit_log where action = 'evidence.withdrawn' and resource_id = $1`,
      [evidence.id],
    );
    expect(entry).toMatchObject({
      actor_id: me.id,
      after: { reasonCode: 'personal_data', reason: 'It names patients.' },
    });
  });

  it('is back when it is restored in time, under the same link', async () => {
    const evidence = await uploaded(service.a.member, file('Fine after all.'));
    await withdraw(evidence.id);
    await purge(7 * DAY - HOUR);
    expect((await restore(evidence.id)).status).toBe(200);
    expect(await read(evidence.id)).toMatchObject({
      withdrawal: null,
      download_url: expect.stringContaining('/files/'),
    });
    expect((await follow(evidence.download_url)).text).toBe('Fine after all.');
    expect((await restore(evidence.id)).status).toBe(409);
  });

  it('loses its file after 7 days, which no longer counts, and cannot be restored; the same file elsewhere stays', async () => {
    const [one, two] = [
      await uploaded(service.a.member, file('Twice.')),
      await uploaded(service.a.member, file('Twice.')),
    ];
    expect(one.sha256).toBe(two.sha256);
    await withdraw(one.id);
    const before = await usage();
    await purge(7 * DAY + HOUR);
    expect(await objectKeys(service)).not.toContain(one.file_reference);
    expect((await follow(two.download_url)).text).toBe('Twice.');
    expect((await usage()).stored_files).toBeLessThan(before.stored_files);
    const [counted] = await service.database.query<{ bytes: string; files: string }>(
      `select sum(size) as bytes, count(*) as files from (
         select e.size from evidence e where type = 'manual' and tenant_id = $1
         and not exists (select 1 from evidence_withdrawals w where w.evidence_id = e.id and purged_at is not null)
         union all
         select bytes from stored_objects where tenant_id = $1 and kind <> 'audit') counted`,
      [service.a.tenantId],
    );
    expect(await usage()).toMatchObject({
      stored_bytes: Number(counted?.bytes),
      stored_files: Number(counted?.files),
    });
    const again = await restore(one.id);
    expect([again.status, again.body]).toMatchObject([410, { error: { code: 'GONE' } }]);
    expect((await read(one.id)).withdrawal?.purged_at).not.toBeNull();
    const entries = await service.database.query<{ actor_type: string; after: { evidenceIds: string[] } }>(
      `select actor_type, after from audit_log where action = 'evidence.purged' and tenant_id = $1`,
      [service.a.tenantId],
    );
    expect(entries.some(({ after }) => after.evidenceIds.includes(one.id))).toBe(true);
    // A missing object of a row would be reported, and an object without one removed.
    expect(await housekeeping.sweep(HOUR)).toMatchObject({ orphansRemoved: 0, objectsMissing: 0 });
    await purge(8 * DAY);
    expect((await usage()).stored_files).toBe(Number(counted?.files));
  });

  it('takes the support of an assessment that rests on nothing else, and gives it back', async () => {
    const { admin, auditor } = service.a;
    const controls = await auditor.rest<{ id: string; control_id: string }[]>(
      '/api/compliance/frameworks/hipaa/controls',
    );
    const universal = await soleControl(controls.map(({ id }) => id));
    const evidence = await uploaded(admin, file('Reviewed by Ann.'));
    await admin.post('/api/ucf/assessments', {
      universal_control_id: universal.id,
      status: 'compliant',
      evidence_ids: [evidence.id],
    });
    const before = await derived(universal.controlId);
    expect(before).toMatchObject({ status: 'passed', assurance: { level: 'full' }, assessment: { isSupported: true } });
    await withdraw(evidence.id);
    expect(await derived(universal.controlId)).toMatchObject({
      status: 'passed',
      assurance: { level: 'partial' },
      assessment: { isSupported: false, withdrawnEvidenceIds: [evidence.id] },
    });
    const [judged] = await admin.rest<{ status: string; details: string; assessed_by: { name: string } }[]>(
      `/api/ucf/assessments?universal_control_id=${universal.id}&limit=1`,
    );
    expect(judged).toMatchObject({
      status: 'compliant',
      details: 'Its evidence was withdrawn: personal_data.',
      assessed_by: { name: 'Alpha admin' },
    });
    await restore(evidence.id);
    expect(await derived(universal.controlId)).toMatchObject({
      status: 'passed',
      assurance: { level: 'full' },
      assessment: { isSupported: true, withdrawnEvidenceIds: [] },
    });
  });

  it('leaves an assessment with a note as it is, and new ones cannot refer to it', async () => {
    const { admin } = service.a;
    const [{ id: universalId } = { id: '' }] = (
      await admin.data<{ universalControls: { id: string }[] }>('{ universalControls(domain: "LOG") { id } }')
    ).universalControls;
    const evidence = await uploaded(admin, file('A log.'));
    const judgement = { universal_control_id: universalId, status: 'compliant', evidence_ids: [evidence.id] };
    await admin.post('/api/ucf/assessments', { ...judgement, details: 'Seen on screen.' });
    const count = async () => (await admin.rest<object[]>('/api/ucf/assessments')).length;
    const before = await count();
    await withdraw(evidence.id);
    expect(await count()).toBe(before);
    const refused = await admin.post('/api/ucf/assessments', judgement);
    expect([refused.status, refused.body]).toMatchObject([409, { error: { message: 'the evidence was withdrawn' } }]);
  });

  it('is named as withdrawn in reports, and counts as no evidence there', async () => {
    const { admin, auditor } = service.a;
    const controls = await auditor.rest<{ id: string; control_id: string }[]>(
      '/api/compliance/frameworks/soc2/controls',
    );
    const control = controls.find(({ control_id: code }) => code === 'CC1.1');
    const evidence = await uploaded(admin, file('A charter.'), { name: 'control_id', content: control?.id ?? '' });
    const reported = async () => {
      const { body } = await admin.post('/api/reports/generate', {
        framework: 'SOC 2',
        report_type: 'evidence_collection',
      });
      const { report_url: url } = (body as { data: { report_url: string } }).data;
      const { body: report } = await follow(url);
      const { evidence_references: references, evidence_collection: collection } = report as {
        evidence_references: { id: string; in_date: boolean; withdrawn: object | null }[];
        evidence_collection: { controls: { control_id: string; manual: number }[] };
      };
      const { in_date: isInDate, withdrawn } = references.find(({ id }) => id === evidence.id) ?? {};
      const { manual } = collection.controls.find(({ control_id: code }) => code === 'CC1.1') ?? {};
      return { isInDate, withdrawn, manual };
    };
    expect(await reported()).toEqual({ isInDate: true, withdrawn: null, manual: 1 });
    await withdraw(evidence.id);
    expect(await reported()).toEqual({
      isInDate: false,
      withdrawn: { at: anyOf(String), reason_code: 'personal_data' },
      manual: 0,
    });
  });

  it('needs a reason, an upload, and what is not withdrawn yet', async () => {
    const { id } = await uploaded(service.a.admin, file('x'));
    for (const body of [{}, { reason_code: 'other' }, { ...WHY, reason: ' ' }, { ...WHY, reason_code: 'boredom' }]) {
      expect((await withdraw(id, body)).status).toBe(400);
    }
    expect((await withdraw(id)).status).toBe(200);
    expect((await withdraw(id)).status).toBe(409);
    const [artifact] = await service.a.admin.rest<{ id: string }[]>('/api/evidence?type=auto&limit=1');
    expect((await withdraw(artifact?.id ?? '')).status).toBe(409);
    expect((await withdraw('01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  async function derived(controlId: string) {
    const { control } = await service.a.auditor.data<Derived>(
      `query ($id: ID!) { control(id: $id) { derivation {
        status assurance { level } assessment { isSupported withdrawnEvidenceIds }
      } } }`,
      { id: controlId },
    );
    return control.derivation;
  }

  /** A control without a status and with one mapping alone, a full one, and the universal control of that. */
  async function soleControl(ids: string[]): Promise<{ id: string; controlId: string }> {
    for (const controlId of ids) {
      const control = await service.a.auditor.rest<{
        status: string;
        mappings: { universal_control: { id: string }; relationship: string }[];
      }>(`/api/compliance/controls/${controlId}`);
      const [mapping, ...others] = control.mappings;
      if (control.status !== 'not_assessed' || !mapping || others.length > 0) continue;
      if (['equal', 'subset'].includes(mapping.relationship)) return { id: mapping.universal_control.id, controlId };
    }
    throw new Error('there is no such control');
  }
});
