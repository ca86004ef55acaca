import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { securityHeaders } from '../../src/http/security-headers.js';
import { startService, type TestService } from '../support/service.js';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const METRICS_TOKEN = 'a token of sixteen characters';
/** What every response has, with the value unless the route has its own. Source: OWASP ASVS 5.0, 3.4. */
const REQUIRED: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'x-frame-options': /^DENY$/,
  'cache-control': /./,
};

describe('security headers', () => {
  let service: TestService;

  beforeAll(async () => {
    const settings = {
      ...{ metricsToken: METRICS_TOKEN, metricsPort: 0, publicUrl: 'https://compliance.example' },
      securityContact: 'mailto:security@compliance.example',
    };
    service = await startService({ settings });
  });
  afterAll(() => service.stop());

  const headersOf = async (method: string, path: string, headers: Record<string, string> = {}, port?: number) => {
    const { hostname, port: own } = new URL(service.baseUrl);
    const sent = request({ hostname, port: port ?? own, method, path, headers, agent: false });
    sent.end();
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    received.destroy();
    return received;
  };

  it('are on every response: each REST path with and without a caller, each page, each other route', async () => {
    const rest = service.app.routes.map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, NOBODYS) }));
    const scim = service.app.scimRoutes.map(({ method, path }) => ({
      method,
      path: path.replaceAll(/\{\w+\}/g, NOBODYS),
    }));
    const others = [
      ...['/', '/scans', '/assets/missing.js', '/graphiql', '/docs', '/graphql', '/graphql/stream'],
      ...[
        '/files/none',
        '/api/openapi.json',
        '/livez',
        '/readyz',
        '/metrics',
        '/nothing',
        '/%',
        '/.well-known/security.txt',
        '/notifications/unsubscribe/nothing',
        '/ticket-hooks/nothing',
        '/auditor',
        '/sign-on',
      ],
    ].map((path) => ({ method: 'GET', path }));
    const callers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${service.a.admin.token}` },
      { authorization: `Bearer ${METRICS_TOKEN}` },
      { accept: 'text/html' },
      { origin: 'https://evil.example' },
    ];
    for (const { method, path } of [...rest, ...scim, ...others]) {
      for (const caller of callers) {
        const { headers } = await headersOf(method, path, caller);
        for (const [name, value] of Object.entries(REQUIRED))
          expect(headers[name], `${name} of ${method} ${path} with ${JSON.stringify(caller)}`).toMatch(value);
        expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
        // The document of the interface is public.
        expect(headers['access-control-allow-origin'], path).toBe(path === '/api/openapi.json' ? '*' : undefined);
        expect(headers['content-type'], `type of ${method} ${path}`).toMatch(/^[a-z]+\/[a-z+-]+;.*charset=utf-8$/);
      }
    }
  });

  it('are on security.txt, which names the contact and where it is, for less than a year', async () => {
    const { status, text } = await service.anonymous.get('/.well-known/security.txt');
    const lines = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect([status, lines.Contact, lines.Canonical]).toEqual([
      200,
      'mailto:security@compliance.example',
      'https://compliance.example/.well-known/security.txt',
    ]);
    const expires = Date.parse(lines.Expires ?? '');
    expect([expires > Date.now(), expires < Date.now() + 366 * 86_400_000]).toEqual([true, true]);
  });

  it('are on the responses of the port of metrics', async () => {
    const port = (service.app.metricsServer.address() as AddressInfo).port;
    for (const path of ['/metrics', '/other']) {
      const { headers } = await headersOf('GET', path, {}, port);
      for (const [name, value] of Object.entries(REQUIRED)) expect(headers[name], `${name} of ${path}`).toMatch(value);
    }
  });

  it('ask for HTTPS only where the service is reached by it', () => {
    expect(securityHeaders(false)).not.toHaveProperty('Strict-Transport-Security');
  });

  it.each([
    { origin: undefined, status: 'open' },
    { origin: 'https://compliance.example', status: 'open' },
    { origin: 'https://evil.example', status: '403' },
    { origin: 'http://compliance.example', status: '403' },
    { origin: 'https://compliance.example.evil.example', status: '403' },
    { origin: 'null', status: '403' },
    { origin: 'nonsense', status: '403' },
  ])('a WebSocket from a page of $origin is $status', async ({ origin, status }) => {
    const options = origin === undefined ? {} : { headers: { origin } };
    const socket = new WebSocket(`${service.baseUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);
    const outcome = await new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open'));
      socket.once('error', (err) => resolve(/(\d{3})/.exec(err.message)?.[1] ?? err.message));
    });
    socket.terminate();
    expect(outcome).toBe(status);
  });

  it('a WebSocket from a page of the address that it was asked at is open', async () => {
    const { host, hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    const key = Buffer.alloc(16, 1).toString('base64');
    const lines = ['GET /graphql HTTP/1.1', `Host: ${host}`, `Origin: http://${host}`, 'Connection: Upgrade'];
    lines.push('Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`);
    lines.push('Sec-WebSocket-Protocol: graphql-transport-ws');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
  });
});
