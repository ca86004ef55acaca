import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { MINUTE, systemClock } from '../../src/platform/clock.js';
import { newId } from '../../src/platform/crypto/uuid.js';
import { S3ObjectStore, type S3Options } from '../../src/platform/storage/s3-object-store.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { file, headOf, openUpload, upload, uploaded } from '../evidence/form.js';
import { connect, resultsOf, runScan } from '../support/scans.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { openHousekeeping } from './housekeeping.js';
import { Swift } from './swift.js';
import { statusOf } from '../support/status-of.js';

const MB = 2 ** 20;

describe('a service with its objects in S3', () => {
  let swift: Swift;
  let s3: S3Options;
  let store: S3ObjectStore;
  let service: TestService;
  const clock = new ShiftedClock();
  beforeAll(async () => {
    swift = await Swift.start();
    s3 = await swift.bucket('service');
    store = new S3ObjectStore(s3, systemClock);
    service = await startService({ settings: { s3 }, clock });
  });
  afterAll(async () => {
    await service.stop();
    store.close();
    await swift.stop();
  });

  const keys = async () => {
    const found: string[] = [];
    for await (const page of store.list('')) found.push(...page.map(({ key }) => key));
    return found;
  };
  const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const get = (id: string) => service.a.auditor.rest<{ download_url: string }>(`/api/evidence/${id}`);

  it('stores an upload of several parts and serves it from the bucket itself', async () => {
    const content = randomBytes(12 * MB + 7);
    const found = await uploaded(service.a.member, file(content, 'Prüfung.bin'));
    expect(found).toMatchObject({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    expect(found.download_url.startsWith(`${s3.endpoint ?? ''}/service/${found.file_reference}?`)).toBe(true);
    const response = await fetch(found.download_url);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain(`UTF-8''Pr%C3%BCfung.bin`);
    await expect(readdir(`${service.config.dataDir}/objects`)).rejects.toThrow('ENOENT');
  });

  it('creates signed URLs that expire after 15 minutes', async () => {
    const { id } = await uploaded(service.a.member, file('A note.'));
    const { download_url: late } = await clock.at(-14 * MINUTE, () => get(id));
    expect(await statusOf(late)).toBe(200);
    const { download_url: tooLate } = await clock.at(-16 * MINUTE, () => get(id));
    expect(await statusOf(tooLate)).toBe(403);
    expect((await service.anonymous.get(`/files/${service.a.tenantId}/evidence/${id}`)).status).toBe(404);
  });

  it('runs a scan whose findings and artifacts are in the bucket', async () => {
    await connect(service.a.admin, 'demo');
    const { id: scanId, status } = await runScan(service.a.admin);
    expect(status).toBe('completed');
    const [whole] =
      await service.a.admin.rest<{ id: string; size: number; sha256: string }[]>('/api/evidence?type=auto');
    const { download_url: fromBucket } = await get(whole?.id ?? '');
    expect(fromBucket.startsWith(`${s3.endpoint ?? ''}/service/`)).toBe(true);
    const bytes = Buffer.from(await (await fetch(fromBucket)).arrayBuffer());
    expect([bytes.length, sha256Of(bytes)]).toEqual([whole?.size, whole?.sha256]);
    const results = (await resultsOf(service.a.admin, scanId)).filter(({ evidence_id: id }) => id !== null);
    const part = await service.a.admin.rest<{ download_url: string; size: number; sha256: string }>(
      `/api/evidence/${results.at(7)?.evidence_id ?? ''}`,
    );
    // No address of a bucket names a part of an object: the service reads it.
    expect(part.download_url.startsWith(`${service.baseUrl}/files/`)).toBe(true);
    const answer = await fetch(part.download_url);
    const own = Buffer.from(await answer.arrayBuffer());
    expect([own.length, sha256Of(own), answer.headers.get('content-length')]).toEqual([
      part.size,
      part.sha256,
      String(part.size),
    ]);
    const middle = await fetch(part.download_url, { headers: { range: 'bytes=3-9' } });
    expect([middle.status, Buffer.from(await middle.arrayBuffer())]).toEqual([206, own.subarray(3, 10)]);
    const artifact = JSON.parse(own.toString('utf8')) as { findings: { key: string; sha256: string } };
    const findings = Buffer.from(await new Response(await bytesOf(artifact.findings.key)).arrayBuffer());
    expect(createHash('sha256').update(findings).digest('hex')).toBe(artifact.findings.sha256);
    expect(gunzipSync(findings).toString().split('\n').length).toBeGreaterThan(100);
  });

  async function bytesOf(key: string): Promise<Blob> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of await store.get(key)) chunks.push(new Uint8Array(chunk as Buffer));
    return new Blob(chunks);
  }

  it('stores nothing of a refused or truncated upload', async () => {
    const before = await keys();
    expect((await upload(service.a.admin, file(randomBytes(7 * MB)), { name: 'nonsense', content: 'x' })).status).toBe(
      400,
    );
    const req = openUpload(service, service.a.admin, { 'transfer-encoding': 'chunked' });
    req.write(headOf(file('')));
    req.write(randomBytes(7 * MB), () => req.destroy());
    await new Promise((resolve) => req.once('close', resolve));
    await eventually(async () => ((await keys()).length === before.length ? true : null));
    expect(await keys()).toEqual(before);
  });

  it('sweeps the bucket', async () => {
    const keeping = await openHousekeeping(service, store);
    const orphan = `${service.a.tenantId}/evidence/${newId()}`;
    await store.put(orphan, Buffer.from('orphan'));
    const before = await keys();
    expect(await keeping.sweep()).toMatchObject({ orphansRemoved: 0, objectsMissing: 0 });
    expect(await keeping.sweep(16 * MINUTE)).toMatchObject({ orphansRemoved: 1, objectsMissing: 0 });
    expect(await keys()).toEqual(before.filter((key) => key !== orphan));
    const { file_reference: lost } = await uploaded(service.b.admin, file('Lost.'));
    await store.delete(lost);
    expect(await keeping.sweep()).toMatchObject({ objectsMissing: 1 });
    await keeping.close();
  });

  it('returns 503 while the bucket cannot be reached, and stores no row', async () => {
    const lost = await startService({ settings: { s3: { ...s3, endpoint: 'http://127.0.0.1:9' } } });
    const answer = await upload(lost.a.admin, file(randomBytes(6 * MB)));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(answer.text).not.toContain('127.0.0.1:9');
    expect(await lost.a.admin.rest('/api/evidence')).toEqual([]);
    await lost.stop();
  });
});
