import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { readConfig } from '../../src/config/config.js';
import { startService, type TestService } from '../support/service.js';

const ALLOWED = 'https://bi.example';
const OTHER = 'https://bi.example.attacker.example';

describe('pages of other origins', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ settings: { corsOrigins: new Set([ALLOWED]) } });
  });
  afterAll(() => service.stop());

  const preflight = (origin: string) =>
    service.anonymous.send('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('that the operator names may send requests with a token, and no cookies', async () => {
    const { status, headers } = await preflight(ALLOWED);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(ALLOWED);
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await service.a.member.get('/api/scans', { origin: ALLOWED });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ALLOWED);
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });

  it('that the operator names may read errors', async () => {
    const { status, headers } = await service.anonymous.get('/api/scans', { origin: ALLOWED });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, ALLOWED]);
  });

  it.each([OTHER, 'http://bi.example', 'https://BI.example', 'null', 'https://bi.example:444'])(
    'of %s are given nothing',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
      const answer = await service.a.member.get('/api/scans', { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('that the operator names may open a socket, and no other one may', async () => {
    const address = `${service.baseUrl.replace('http', 'ws')}/graphql`;
    const allowed = new WebSocket(address, 'graphql-transport-ws', { origin: ALLOWED });
    await once(allowed, 'open');
    allowed.terminate();
    const refused = new WebSocket(address, 'graphql-transport-ws', { origin: OTHER });
    const [err] = (await once(refused, 'error')) as [Error];
    expect(err.message).toContain('403');
  });

  it.each([
    'bi.example',
    'https://bi.example/',
    'https://bi.example/app',
    '*',
    'ftp://bi.example',
    'https://a.example https://b.example',
  ])('are refused at start where the setting has %s, which is no origin', (setting) => {
    const DATA_DIR = service.config.dataDir;
    expect(() => readConfig({ DATA_DIR, CORS_ORIGINS: setting })).toThrow('CORS_ORIGINS');
  });

  it('are read from a list', () => {
    const { corsOrigins } = readConfig({
      DATA_DIR: service.config.dataDir,
      CORS_ORIGINS: `${ALLOWED}, https://c.example:8443`,
    });
    expect([...corsOrigins]).toEqual([ALLOWED, 'https://c.example:8443']);
  });
});
