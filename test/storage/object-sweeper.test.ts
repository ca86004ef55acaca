import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE, SECOND } from '../../src/platform/clock.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { file, uploaded } from '../evidence/form.js';
import { objectKeys } from '../integrations/stored-rows.js';
import { prowlerReport, verdictOn } from '../integrations/reports.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { openHousekeeping, type Housekeeping } from './housekeeping.js';

const CLEAN = { orphansRemoved: 0, unfinishedDropped: 0, objectsMissing: 0 };
const LATER = 16 * MINUTE;

describe('the sweep of the object store', () => {
  let service: TestService;
  let keeping: Housekeeping;
  beforeAll(async () => {
    service = await startService();
    keeping = await openHousekeeping(service);
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    await uploaded(service.a.admin, file('A note.'));
  });
  afterAll(async () => {
    await keeping.close();
    await service.stop();
  });

  const put = (key: string) => keeping.objects.put(key, Buffer.from('orphan'));

  it('leaves every object that a row refers to, however old', async () => {
    const before = await objectKeys(service);
    expect(before.length).toBeGreaterThan(3);
    expect(await keeping.sweep(400 * 24 * 60 * MINUTE)).toEqual(CLEAN);
    expect(await objectKeys(service)).toEqual(before);
  });

  it('removes an object without a row when it is 15 minutes old, not before', async () => {
    const key = `${service.a.tenantId}/evidence/${newId()}`;
    await put(key);
    expect(await keeping.sweep(15 * MINUTE - 10 * SECOND)).toEqual(CLEAN);
    expect(await keeping.objects.exists(key)).toBe(true);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 1 });
    expect(await keeping.objects.exists(key)).toBe(false);
  });

  it('removes an unfinished write 15 minutes after its last byte', async () => {
    await writeFile(join(service.config.dataDir, 'objects', service.a.tenantId, 'evidence/x.0.partial'), 'half');
    expect(await keeping.sweep()).toEqual(CLEAN);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, unfinishedDropped: 1 });
    expect(await keeping.sweep(LATER)).toEqual(CLEAN);
  });

  it('removes the objects of an attempt at a scan that another attempt completed', async () => {
    const [scan] = await service.database.query<{ id: string; lease_number: number }>(
      `select id, lease_number from scans where status = 'completed' limit 1`,
    );
    const lost = `${service.a.tenantId}/scans/${scan?.id ?? ''}/7/findings.ndjson.gz`;
    await put(lost);
    await put(`${service.a.tenantId}/scans/${newId()}/1/findings.ndjson.gz`);
    await put(`${service.a.tenantId}/scans/no-scan/at-all`);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 3 });
    expect(await keeping.objects.exists(lost)).toBe(false);
  });

  it('leaves the objects of the current attempt, and removes those of a failed scan', async () => {
    const id = newId();
    await service.database.query(
      `insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, total_controls,
         progress, lease_number, lease_expires_at)
       values ($1, $2, 1000, 'running', '{}', '{}', '', 0, '{}', 2, now() + interval '1 day')`,
      [id, service.b.tenantId],
    );
    const keys = [1, 2].map((lease) => `${service.b.tenantId}/scans/${id}/${lease}/findings.ndjson.gz`);
    for (const key of keys) await put(key);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 1 });
    expect(await keeping.objects.exists(keys[1] ?? '')).toBe(true);
    await service.database.query(`update scans set status = 'failed', lease_number = 3 where id = $1`, [id]);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 1 });
    await service.database.query('delete from scans where id = $1', [id]);
  });

  it('removes an imported report when the next one has replaced it', async () => {
    const integrationId = await connect(service.b.admin, 'prowler');
    const report = prowlerReport([verdictOn('cc_6_1', 'FAIL')]);
    await runImport(service.b.admin, integrationId, report);
    const imports = async () => (await objectKeys(service)).filter((key) => key.includes('/imports/'));
    const [first] = await imports();
    expect(await keeping.sweep(LATER)).toEqual(CLEAN);
    await runImport(service.b.admin, integrationId, report);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 1 });
    const left = await imports();
    expect(left).toHaveLength(1);
    expect(left).not.toContain(first);
  });

  it('leaves objects of no feature and of no organization', async () => {
    const keys = [`${service.a.tenantId}/exports/1`, `${newId()}/evidence/1`, 'lost+found/1'];
    for (const key of keys) await put(key);
    expect(await keeping.sweep(LATER)).toEqual(CLEAN);
    for (const key of keys) expect(await keeping.objects.exists(key)).toBe(true);
    for (const key of keys) await keeping.objects.delete(key);
  });

  it('finds more than a page of objects', async () => {
    const keys = Array.from({ length: 1_200 }, () => `${service.b.tenantId}/evidence/${newId()}`);
    for (const key of keys) await put(key);
    const { id, file_reference: stored } = await uploaded(service.b.admin, file('Kept.'));
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, orphansRemoved: 1_200 });
    expect(await keeping.objects.exists(stored)).toBe(true);
    expect((await service.b.admin.get(`/api/evidence/${id}`)).status).toBe(200);
  });

  it('reports rows whose object is missing, and deletes none of them', async () => {
    const tenant = await service.addTenant('Losers', 'ENTERPRISE');
    const all = [];
    for (let no = 0; no < 5; no++) all.push(await uploaded(tenant.admin, file(`Note ${no}`)));
    const keys = all.map((each) => each.file_reference).toSorted();
    await connect(tenant.admin, 'demo');
    await runScan(tenant.admin);
    const [artifact] = await tenant.admin.rest<{ file_reference: string }[]>('/api/evidence?type=auto&limit=1');
    const lost = [keys[0], keys[2], keys[4], artifact?.file_reference].map((key) => key ?? '');
    for (const key of lost) await rm(join(service.config.dataDir, 'objects', key));
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, objectsMissing: 4 });
    expect(await tenant.admin.rest('/api/evidence?type=manual')).toHaveLength(5);
    await rm(join(service.config.dataDir, 'objects', tenant.tenantId), { recursive: true });
    const { total } = await count(tenant.tenantId);
    expect(await keeping.sweep(LATER)).toEqual({ ...CLEAN, objectsMissing: total });
  });

  async function count(tenantId: string): Promise<{ total: number }> {
    const [found] = await service.database.query<{ total: number }>(
      'select count(*)::int as total from evidence where tenant_id = $1',
      [tenantId],
    );
    return found ?? { total: 0 };
  }

  it('runs in one process at a time, and in the next when that one died', async () => {
    await service.database.query(
      `insert into work_leases values ('storage.sweep', gen_random_uuid(), now() + interval '1 minute')`,
    );
    expect(await keeping.sweep(LATER)).toBeNull();
    await service.database.query(`update work_leases set expires_at = now() - interval '1 second'`);
    expect(await keeping.sweep(LATER)).not.toBeNull();
    expect(await service.database.query('select from work_leases')).toEqual([]);
  });
});
