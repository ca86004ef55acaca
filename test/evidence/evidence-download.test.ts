import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { MINUTE, SECOND, systemClock, type Clock } from '../../src/platform/clock.js';
import { prowlerReport, verdictOn } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import type { EvidenceBody } from './evidence-body.js';

/** A clock that the test advances. */
class ShiftedClock implements Clock {
  shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.shiftMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }
}

describe('the download of an artifact', () => {
  let service: TestService;
  const clock = new ShiftedClock();
  let evidence: EvidenceBody;

  beforeAll(async () => {
    service = await startService({ clock });
    const integration = await connect(service.a.admin, 'prowler');
    const report = prowlerReport([verdictOn('cc_6_1', 'FAIL'), verdictOn('cc_7_2', 'PASS')]);
    await runImport(service.a.admin, integration, report);
    const [first] = await service.a.auditor.rest<{ id: string }[]>('/api/evidence');
    evidence = await service.a.auditor.rest<EvidenceBody>(`/api/evidence/${first?.id ?? ''}`);
  });
  afterAll(() => service.stop());

  /** Follows a link without a token. */
  const follow = (url: string, method = 'GET') => service.anonymous.send(method, url.slice(service.baseUrl.length));
  const changed = (change: (url: URL) => void) => {
    const url = new URL(evidence.download_url);
    change(url);
    return url.toString();
  };

  it('needs no token and returns the bytes that were hashed', async () => {
    const response = await fetch(evidence.download_url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(bytes).toHaveLength(evidence.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(evidence.sha256);
  });

  it('has its length, also for HEAD, and a part of it is sent alone', async () => {
    const whole = Buffer.from(await (await fetch(evidence.download_url)).arrayBuffer());
    const head = await fetch(evidence.download_url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(evidence.size));
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    const part = await fetch(evidence.download_url, { headers: { range: 'bytes=5-14' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 5-14/${evidence.size}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(5, 15));
    const tail = await fetch(evidence.download_url, { headers: { range: 'bytes=-4' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-4));
  });

  it('is resumed while the file is the same, and sent whole otherwise', async () => {
    const first = await fetch(evidence.download_url);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const resumed = await fetch(evidence.download_url, { headers: { range: 'bytes=10-', 'if-range': tag } });
    expect([resumed.status, resumed.headers.get('content-length')]).toEqual([206, String(evidence.size - 10)]);
    const changed = await fetch(evidence.download_url, { headers: { range: 'bytes=10-', 'if-range': '"another"' } });
    expect([changed.status, changed.headers.get('content-length')]).toEqual([200, String(evidence.size)]);
    const known = await fetch(evidence.download_url, { headers: { 'if-none-match': tag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  it.each(['bytes=0-1,5-6', 'bytes=', 'lines=1-2', 'bytes=5-2'])('is sent whole for the range %s', async (range) => {
    const { status, headers } = await fetch(evidence.download_url, { headers: { range } });
    expect([status, headers.get('content-length')]).toEqual([200, String(evidence.size)]);
  });

  it('returns RANGE_NOT_SATISFIABLE with the size for a range behind the end', async () => {
    const response = await fetch(evidence.download_url, { headers: { range: `bytes=${evidence.size}-` } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${evidence.size}`);
    expect(await response.json()).toMatchObject({ error: { code: 'RANGE_NOT_SATISFIABLE' } });
  });

  it('is an attachment that no browser executes', async () => {
    const { headers } = await follow(evidence.download_url);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${evidence.file_name}"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/(^|; ?)sandbox(;|$)/);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('content-type')).not.toMatch(/html|javascript|svg|xml/);
  });

  it('answers HEAD as GET, without the bytes', async () => {
    const { status, text, headers } = await follow(evidence.download_url, 'HEAD');
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers.get('content-disposition')).toContain('attachment');
  });

  const TAMPERED: [what: string, change: (url: URL) => void][] = [
    ['another signature', (url) => url.searchParams.set('signature', '0'.repeat(64))],
    [
      'a shorter signature',
      (url) => url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, 32) ?? ''),
    ],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['a signature that is not hexadecimal', (url) => url.searchParams.set('signature', 'zz')],
    ['a signature given twice', (url) => url.searchParams.append('signature', 'a')],
    ['a later end', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 60))],
    ['no end', (url) => url.searchParams.delete('expires')],
    ['another name', (url) => url.searchParams.set('name', 'evil.html')],
    ['another object', (url) => (url.pathname = url.pathname.replace(/[^/]+$/, 'findings.ndjson.gz'))],
    ['another tenant', (url) => (url.pathname = url.pathname.replace(service.a.tenantId, service.b.tenantId))],
    ['a way out of the store', (url) => (url.pathname = '/files/..%2f..%2fsecret-key')],
  ];

  it.each(TAMPERED)('returns 404 with %s', async (_, change) => {
    const { status, body } = await follow(changed(change));
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('accepts neither changes nor deletions', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await follow(evidence.download_url, method);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await follow(evidence.download_url)).status).toBe(200);
  });

  it('works for 15 minutes, then returns 404; a new link works again', async () => {
    const { download_url: url } = await service.a.auditor.rest<EvidenceBody>(`/api/evidence/${evidence.id}`);
    clock.shiftMs = 15 * MINUTE - 10 * SECOND;
    expect((await follow(url)).status).toBe(200);
    clock.shiftMs = 15 * MINUTE + 10 * SECOND;
    const { status, body } = await follow(url);
    expect(status).toBe(410);
    expect(body).toMatchObject({ error: { code: 'GONE' } });
    const renewed = await service.a.auditor.rest<EvidenceBody>(`/api/evidence/${evidence.id}`);
    expect((await follow(renewed.download_url)).status).toBe(200);
    clock.shiftMs = 0;
  });

  it('returns 404 for an expired link and for one that was never signed alike', async () => {
    clock.shiftMs = 16 * MINUTE;
    const { status } = await follow(changed((url) => url.searchParams.set('signature', '0'.repeat(64))));
    clock.shiftMs = 0;
    expect(status).toBe(404);
  });
});
