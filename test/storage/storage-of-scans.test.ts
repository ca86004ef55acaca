import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/platform/clock.js';
import { prowlerReport, verdictOn } from '../integrations/reports.js';
import { objectKeys, storedRows } from '../integrations/stored-rows.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { openHousekeeping, type Housekeeping } from './housekeeping.js';

const GIB = 2 ** 30;
const LIMIT = 20 * GIB;
const REPORT = prowlerReport([verdictOn('cc_6_1', 'FAIL')]);

describe('what scans and imports store for an organization', () => {
  let service: TestService;
  let keeping: Housekeeping;
  let tenant: TestTenant;
  let imported = '';
  const sent: string[] = [];
  beforeAll(async () => {
    service = await startService({
      rewrite: (text) => {
        sent.push(text);
        return text;
      },
    });
    keeping = await openHousekeeping(service);
    tenant = await service.addTenant('Starter', 'STARTER', ['soc2']);
    await connect(tenant.admin, 'demo');
    imported = await connect(tenant.admin, 'prowler');
  });
  afterAll(async () => {
    await keeping.close();
    await service.stop();
  });

  const usage = async () =>
    (
      await tenant.admin.rest<{
        usage: { stored_bytes: number; stored_files: number; stored_by_kind: Record<string, number> };
      }>('/api/org/profile')
    ).usage;
  const keysOf = async () => (await objectKeys(service)).filter((key) => key.startsWith(tenant.tenantId));
  /** Number and bytes of the objects that the store has of the tenant. */
  const inStore = async () => {
    const sizes = await Promise.all((await keysOf()).map((key) => keeping.objects.sizeOf(key)));
    return { stored_files: sizes.length, stored_bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  /** Counts `bytes` more, as evidence. */
  const fill = (bytes: number) =>
    service.database.query('update storage_usage set bytes = bytes + $2 where tenant_id = $1', [
      tenant.tenantId,
      bytes,
    ]);
  const votes = () => service.database.query('select * from element_votes where tenant_id = $1', [tenant.tenantId]);
  const importOnce = () => tenant.admin.upload(`/api/org/integrations/${imported}/import`, REPORT);

  it('is counted to the byte, by kind', async () => {
    await runScan(tenant.admin);
    await runImport(tenant.admin, imported, REPORT);
    const used = await usage();
    expect(used).toMatchObject(await inStore());
    expect(used.stored_by_kind.scan_bytes).toBeGreaterThan(10_000);
    expect(used.stored_by_kind.import_bytes).toBeGreaterThan(100);
    expect(used.stored_by_kind).toMatchObject({ evidence_bytes: 0, report_bytes: 0 });
  });

  it('is released when the sweep removes the report that another one replaced', async () => {
    await runImport(tenant.admin, imported, REPORT);
    const { stored_files: files } = await usage();
    await keeping.sweep(16 * MINUTE);
    expect(await usage()).toMatchObject(await inStore());
    expect((await usage()).stored_files).toBe(files - 1);
  });

  it('is released when scans end by their retention', async () => {
    await runScan(tenant.admin);
    await runImport(tenant.admin, imported, REPORT);
    const { stored_files: files } = await usage();
    expect(await keeping.retain(400 * DAY)).toBeGreaterThan(0);
    await keeping.sweep(16 * MINUTE);
    const used = await usage();
    expect(used).toMatchObject(await inStore());
    expect(used.stored_files).toBeLessThan(files);
  });

  it('is put right by the sweep where a process died between an object and its count', async () => {
    const right = await usage();
    await service.database.query('delete from stored_objects where tenant_id = $1', [tenant.tenantId]);
    await service.database.query('delete from storage_usage where tenant_id = $1', [tenant.tenantId]);
    expect(await usage()).toMatchObject({ stored_bytes: 0, stored_files: 0 });
    await keeping.sweep();
    expect(await usage()).toEqual(right);
    await keeping.sweep();
    expect(await usage()).toEqual(right);
  });

  it('is counted out where an object has gone by itself, after 15 minutes', async () => {
    const before = await usage();
    const key = `${tenant.tenantId}/imports/gone.ndjson.gz`;
    await service.database.query(
      `insert into stored_objects (tenant_id, key, kind, bytes, created_at)
       values ($1, $2, 'imports', 700, now() - interval '16 minutes'), ($1, $2 || '2', 'imports', 300, now())`,
      [tenant.tenantId, key],
    );
    await service.database.query(
      'update storage_usage set bytes = bytes + 1000, import_bytes = import_bytes + 1000, files = files + 2 where tenant_id = $1',
      [tenant.tenantId],
    );
    await keeping.sweep();
    expect(await usage()).toMatchObject({
      stored_bytes: before.stored_bytes + 300,
      stored_files: before.stored_files + 1,
    });
    await service.database.query('delete from stored_objects where key = $1', [`${key}2`]);
    await service.database.query(
      'update storage_usage set bytes = bytes - 300, import_bytes = import_bytes - 300, files = files - 1 where tenant_id = $1',
      [tenant.tenantId],
    );
  });

  it('costs a scan five statements, whatever it stores', async () => {
    sent.length = 0;
    await runScan(tenant.admin);
    const of = (what: string) => sent.filter((text) => text.includes(what));
    expect(of('insert into stored_objects')).toHaveLength(3);
    expect(of('license_tier as tier')).toHaveLength(1);
    expect(of('from storage_usage')).toHaveLength(1);
  });

  it('cannot fill the disk by imports: they end at the limit, at once too, and leave nothing', async () => {
    const { stored_bytes: used } = await usage();
    await fill(LIMIT - used - 100);
    const before = await storedRows(service);
    const answers = await Promise.all(Array.from({ length: 8 }, importOnce));
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body).toMatchObject({
        error: { code: 'LICENSE_LIMIT_REACHED', message: expect.stringMatching(/STARTER stores at most 20 GiB/) },
      });
    }
    expect(await storedRows(service)).toEqual(before);
    expect((await usage()).stored_bytes).toBe(LIMIT - 100);
    expect(await service.database.query('select 1 from storage_reservations')).toEqual([]);
  });

  it('lets scans go on beyond the limit by a tenth', async () => {
    expect(await runScan(tenant.admin)).toMatchObject({ status: 'completed' });
    expect((await usage()).stored_bytes).toBeGreaterThan(LIMIT);
  });

  it('fails a scan beyond that, saying why, before it stores or decides anything', async () => {
    await fill(LIMIT / 10);
    const [before, statuses] = [await keysOf(), await votes()];
    const scan = await runScan(tenant.admin);
    expect(scan).toMatchObject({
      status: 'failed',
      failure_reason: {
        code: 'LICENSE_LIMIT_REACHED',
        message: expect.stringMatching(
          /at most 20 GiB and 20000 files, 22 GiB .* in use: nothing was scanned; withdraw/,
        ),
      },
    });
    expect(await keysOf()).toEqual(before);
    expect(await votes()).toEqual(statuses);
    await fill(-LIMIT / 10);
    expect(await runScan(tenant.admin)).toMatchObject({ status: 'completed' });
  });

  it('is released where the objects of a deleted scan are gone already', async () => {
    const [gone = ''] = (await keysOf()).filter((key) => key.endsWith('evidence.ndjson'));
    await rm(join(service.config.dataDir, 'objects', gone));
    const { stored_files: files } = await usage();
    await service.database.query(`update stored_objects set created_at = now() - interval '1 hour'`);
    await keeping.sweep();
    expect((await usage()).stored_files).toBe(files - 1);
  });
});
