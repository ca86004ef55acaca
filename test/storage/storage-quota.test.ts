import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byteText } from '../../src/modules/storage/byte-text.rules.js';
import { file, openUpload, headOf, upload, uploaded } from '../evidence/form.js';
import { objectKeys } from '../integrations/stored-rows.js';
import { connect, runScan } from '../support/scans.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { openHousekeeping } from './housekeeping.js';

const GIB = 2 ** 30;
const MIB = 2 ** 20;

interface Usage {
  stored_bytes: number;
  stored_files: number;
}

describe('the stored files of an organization', () => {
  let service: TestService;
  let starter: TestTenant;
  beforeAll(async () => {
    service = await startService();
    starter = await service.addTenant('Starter', 'STARTER', ['soc2']);
  });
  afterAll(() => service.stop());

  const usage = async ({ auditor }: TestTenant) => (await auditor.rest<{ usage: Usage }>('/api/org/profile')).usage;
  const setUsed = (bytes: number, files = 1) =>
    service.database.query(
      `insert into storage_usage (tenant_id, bytes, files) values ($1, $2, $3) on conflict (tenant_id) do update set bytes = $2, files = $3`,
      [starter.tenantId, bytes, files],
    );
  const objectsOf = async () => (await objectKeys(service)).filter((key) => key.startsWith(starter.tenantId));

  it('are counted with their bytes, uploads and reports alike, and for their organization alone', async () => {
    await uploaded(service.a.member, file('x'.repeat(1_000)));
    await uploaded(service.a.member, file('y'.repeat(500)));
    expect(await usage(service.a)).toMatchObject({ stored_bytes: 1_500, stored_files: 2 });
    expect(await usage(service.b)).toMatchObject({ stored_bytes: 0, stored_files: 0 });
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    const { stored_bytes: bytes, stored_files: files } = await usage(service.a);
    expect(bytes).toBeGreaterThan(1_500);
    expect(files).toBe(2 + 3);
    await service.a.admin.post('/api/reports/generate', { framework: 'SOC 2', format: 'csv' });
    const [report] = await service.database.query<{ size: string }>('select size from reports');
    expect(await usage(service.a)).toMatchObject({
      stored_bytes: bytes + Number(report?.size),
      stored_files: files + 1,
    });
    await service.database.query('update reports set expires_at = now()');
    expect(await usage(service.a)).toMatchObject({ stored_bytes: bytes, stored_files: files });
  });

  it('count nothing of a refused upload', async () => {
    const before = await usage(service.b);
    expect((await upload(service.b.member, file('x'), { name: 'title', content: 'a\nb' })).status).toBe(400);
    expect(await usage(service.b)).toEqual(before);
    expect(await service.database.query('select 1 from storage_reservations')).toEqual([]);
  });

  it('refuse an upload beyond the limit before it stores a byte, naming limit, use and remedy', async () => {
    await setUsed(20 * GIB - 100);
    const { status, body } = await upload(starter.member, file('x'.repeat(200)));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: {
        code: 'LICENSE_LIMIT_REACHED',
        message: expect.stringMatching(/STARTER stores at most 20 GiB .* 20 GiB are in use .* withdraw evidence/),
      },
    });
    expect(await objectsOf()).toEqual([]);
    await setUsed(10, 20_000);
    const many = await upload(starter.member, file('x'));
    expect(many.body).toMatchObject({ error: { message: expect.stringContaining('at most 20000 files') } });
    expect(await usage(starter)).toEqual({
      users: 3,
      frameworks: 1,
      stored_bytes: 10,
      stored_files: 20_000,
      stored_by_kind: { evidence_bytes: 10, report_bytes: 0, scan_bytes: 0, import_bytes: 0, audit_bytes: 0 },
    });
  });

  it('stay below the limit however many uploads come at once', async () => {
    const content = 'x'.repeat(10_000);
    const form = 10_000 + 600;
    // Room for three whole forms and no fourth.
    await setUsed(20 * GIB - 3 * form);
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(starter.member, file(content))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status !== 201 && status !== 403)).toEqual([]);
    const stored = statuses.filter((status) => status === 201).length;
    expect(stored).toBeGreaterThanOrEqual(3);
    const used = await usage(starter);
    expect(used.stored_bytes).toBe(20 * GIB - 3 * form + stored * 10_000);
    expect(used.stored_bytes).toBeLessThanOrEqual(20 * GIB);
    expect(await objectsOf()).toHaveLength(stored);
  });

  it('cost an upload one statement to reserve and one to settle', async () => {
    await setUsed(0, 0);
    service.statements.length = 0;
    await uploaded(starter.member, file('x'));
    expect(service.statements.filter((text) => text.includes('storage_reservations'))).toHaveLength(2);
  });

  it('reserve a whole file for a form without a length, and release it when the client goes away', async () => {
    await setUsed(0, 0);
    const req = openUpload(service, starter.member, { 'transfer-encoding': 'chunked' });
    req.write(headOf(file('')));
    req.write(Buffer.alloc(1_000));
    await eventually(async () => ((await usage(starter)).stored_bytes === 50 * MIB ? true : null));
    req.destroy();
    await eventually(async () => ((await usage(starter)).stored_bytes === 0 ? true : null));
  });

  it('lose what a dead process has reserved at the next sweep', async () => {
    await setUsed(7_000, 2);
    await service.database.query(
      `insert into storage_reservations values ($1, gen_random_uuid(), 6000, now() - interval '16 minutes'),
         ($1, gen_random_uuid(), 500, now())`,
      [starter.tenantId],
    );
    const housekeeping = await openHousekeeping(service);
    await housekeeping.sweep();
    await housekeeping.close();
    expect(await usage(starter)).toMatchObject({ stored_bytes: 1_000, stored_files: 1 });
  });
});

describe('a number of bytes for readers', () => {
  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_024, '1 KiB'],
    [50 * MIB, '50 MiB'],
    [4.54 * GIB, '4.5 GiB'],
    [5_000 * 1_024 * GIB, '5000 TiB'],
  ])('of %d is %s', (bytes, text) => {
    expect(byteText(bytes)).toBe(text);
  });
});
