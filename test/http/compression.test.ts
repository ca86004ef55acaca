import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

const LARGE = '/api/compliance/frameworks/soc2/controls';

describe('compression', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
  });
  afterAll(() => service.stop());

  /** A response as it is sent: `fetch` would decode it. */
  const raw = async (
    path: string,
    acceptEncoding: string,
    init: { method?: string; body?: string; accept?: string } = {},
  ) => {
    const headers = {
      authorization: `Bearer ${service.a.admin.token ?? ''}`,
      'accept-encoding': acceptEncoding,
      'content-type': 'application/json',
      ...(init.accept === undefined ? {} : { accept: init.accept }),
    };
    const sent = request(new URL(path, service.baseUrl), { method: init.method ?? 'GET', headers, agent: false });
    sent.end(init.body);
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    return { headers: received.headers, bytes: await buffer(received) };
  };
  const dataOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: unknown }).data;

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('by %s gives the same data in less than half the bytes', async (encoding, decoded) => {
    const plain = await raw(LARGE, 'identity');
    const sent = await raw(LARGE, encoding);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(sent.headers['content-encoding']).toBe(encoding);
    expect(sent.headers.vary).toMatch(/accept-encoding/i);
    expect(sent.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(dataOf(decoded(sent.bytes))).toEqual(dataOf(plain.bytes));
  });

  it('is left out for who takes none, with the length of the body, which a cached answer has too', async () => {
    const path = '/api/compliance/controls?status=not_assessed';
    const [first, cached] = [await raw(path, 'identity'), await raw(path, 'identity')];
    // Larger than what is copied: a cached body of this size is sent in pieces.
    expect(first.bytes.length).toBeGreaterThan(100_000);
    expect(Number(first.headers['content-length'])).toBe(first.bytes.length);
    expect(Number(cached.headers['content-length'])).toBe(first.bytes.length);
    const { data, meta } = JSON.parse(cached.bytes.toString()) as { data: unknown; meta: object };
    expect(data).toEqual(dataOf(first.bytes));
    expect(meta).toEqual({ request_id: cached.headers['x-request-id'] });
    const head = await raw(path, 'identity', { method: 'HEAD' });
    expect([head.headers['content-length'], head.bytes.length]).toEqual([String(first.bytes.length), 0]);
  });

  it('leaves bodies below 1,024 bytes as they are', async () => {
    const { headers, bytes } = await raw('/livez', 'br, gzip');
    expect(bytes.length).toBeLessThan(1_024);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('encodes answers of GraphQL and streamed lists', async () => {
    const body = JSON.stringify({ query: '{ controls(framework: "SOC 2") { id title status } }' });
    const graph = await raw('/graphql', 'gzip', { method: 'POST', body });
    expect(graph.headers['content-encoding']).toBe('gzip');
    const streamed = await raw('/api/evidence', 'gzip');
    expect(streamed.headers['content-encoding']).toBe('gzip');
    const plain = await raw('/api/evidence', 'identity');
    expect(dataOf(gunzipSync(streamed.bytes))).toEqual(dataOf(plain.bytes));
  });

  it('leaves the tag of the data alone', async () => {
    const plain = await raw(LARGE, 'identity');
    const sent = await raw(LARGE, 'br');
    expect(sent.headers.etag).toBe(plain.headers.etag);
  });
});
