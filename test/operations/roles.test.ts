import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client as Postgres } from 'pg';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { Socket } from '../http/socket.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { baseUrlOf, startService, type TestService } from '../support/service.js';

describe('a worker process', () => {
  let probe: Client;
  let web: TestService;
  let worker: App;

  beforeAll(async () => {
    web = await startService({ settings: { role: 'web' } });
    worker = await createApp({ config: { ...web.config, role: 'worker' }, log: createLog('silent') });
    await worker.start();
    probe = new Client(baseUrlOf(worker), null);
  });
  afterAll(async () => {
    await worker.stop();
    await web.stop();
  });

  it('answers whether it is alive and whether it is ready', async () => {
    expect(await probe.get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await probe.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('answers nothing else, even with a token', async () => {
    const member = new Client(probe.baseUrl, web.a.member.token);
    for (const path of ['/', '/graphiql', '/files/x']) expect(await member.get(path)).toMatchObject({ status: 404 });
    // Not by the client that holds every answer to the reference: here the documented paths do not exist.
    const headers = { authorization: `Bearer ${member.token ?? ''}` };
    expect((await fetch(`${probe.baseUrl}/api/org/profile`, { headers })).status).toBe(404);
    expect(await member.graphql('{ me { id } }')).toMatchObject({ status: 404 });
    const socket = await Socket.open(probe.baseUrl, { Authorization: `Bearer ${member.token ?? ''}` });
    // 1006: the connection was never a socket.
    expect(await socket.closed).toMatchObject({ code: 1006 });
  });

  it('is not ready when it cannot reach its database', async () => {
    await setReachable(web, false);
    try {
      const away = await probe.get('/readyz');
      expect(away).toMatchObject({ status: 503, body: { status: 'not ready' } });
      expect(away.headers.get('retry-after')).toBe('1');
      expect(await probe.get('/livez')).toMatchObject({ status: 200 });
    } finally {
      await setReachable(web, true);
    }
    await eventually(async () => ((await probe.get('/readyz')).status === 200 ? true : null));
  });
});

/** Allows connections to the database of a service, or refuses them and ends those that there are. */
async function setReachable({ config }: TestService, isReachable: boolean): Promise<void> {
  const url = new URL(config.databaseUrl ?? '');
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new Postgres({ connectionString: url.toString() });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections ${isReachable}`);
  if (!isReachable)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}
