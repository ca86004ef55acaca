import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

/** `X-Forwarded-For`: an address claimed by the client, then the one that the proxy saw. */
const FORWARDED = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
const CONNECT = (name: string) =>
  `mutation { connectIntegration(input: { type: "demo", name: "${name}" }) { integration { id } } }`;

describe.each([
  ['behind a proxy, the one that the proxy saw', true, /^203\.0\.113\.9$/],
  ['without a proxy, the peer’s, whatever the request says', false, /127\.0\.0\.1$/],
])('the client address in the audit trail is %s', (_what, trustProxy, expected) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { trustProxy } });
  });
  afterAll(() => service.stop());

  it('over HTTP', async () => {
    const { status } = await service.a.admin.post('/graphql', { query: CONNECT('http') }, FORWARDED);
    expect(status).toBe(200);
    expect(await addressOfChange('http')).toMatch(expected);
  });

  it('over a socket', async () => {
    const socket = new WebSocket(`${service.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: FORWARDED,
    });
    socket.once('open', () => {
      const payload = { Authorization: `Bearer ${service.a.admin.token ?? ''}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    socket.once('message', () => {
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: CONNECT('socket') } }));
    });
    expect(await eventually(() => addressOfChange('socket'))).toMatch(expected);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.close();
    await closed;
  });

  async function addressOfChange(name: string): Promise<string | null> {
    const [row] = await service.database.query<{ address: string }>(
      `select address from audit_log where tenant_id = $1 and after ->> 'name' = $2`,
      [service.a.tenantId, name],
    );
    return row?.address ?? null;
  }
});
