import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';
import { connections, received } from './connections.js';

/** More than as many bytes are held of an address of strangers as would be, if each of them were an answer. */
const WITHHELD = 530;
/** Time for a body of a stranger, and for a whole request. Milliseconds. Source: schema/contract/limits.md. */
const [STRANGER_MS, REQUEST_MS] = [30_000, 3_600_000];

describe('bodies that clients withhold', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ settings: { rateLimitPerMinute: 100_000 } });
  });
  afterAll(() => service.stop());

  const open = connections(() => service.baseUrl);

  it('keep nobody of their address from asking, and end with their connections', async () => {
    const { host } = new URL(service.baseUrl);
    let begun = 0;
    service.app.server.prependListener('request', () => (begun += 1));
    const withheld = Array.from({ length: WITHHELD }, () => open());
    const startedAt = performance.now();
    const closed = withheld.map((socket) => once(socket.resume(), 'close'));
    const texts = withheld.map(received);
    for (const socket of withheld) {
      const head = [`POST /graphql HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', 'Content-Length: 100'];
      socket.write(`${head.join('\r\n')}\r\n\r\n{"q`);
    }
    await eventually(async () => begun >= WITHHELD || null);
    const { data } = (await service.anonymous.graphql('{ __typename }')).body as { data: object };
    expect(data).toEqual({ __typename: 'Query' });
    expect(await service.a.member.data('{ __typename }')).toEqual({ __typename: 'Query' });
    expect(withheld.filter(({ closed: isClosed }) => isClosed)).toHaveLength(0);
    await Promise.all(closed);
    expect(performance.now() - startedAt).toBeGreaterThan(STRANGER_MS - 1_000);
    expect(new Set(texts.map((text) => text()))).toEqual(new Set(['']));
  });

  it('of uploads have an hour', () => {
    expect(service.app.server.requestTimeout).toBe(REQUEST_MS);
  });
});
