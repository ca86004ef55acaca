import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CSV, NDJSON } from '../../src/http/stream-format.js';
import { keyClients } from '../support/api-keys.js';
import { startService, type TestService } from '../support/service.js';
import { REST_PLACES } from './places.js';
import { REST } from './verdicts-rest.js';
import { furnish, type World } from './world.js';

const ROLES = ['admin', 'auditor', 'member'] as const;
/** Documented paths that answer as a table; another test compares them with the rows. */
const TABLES = ['GET /api/findings', 'GET /api/scans/{scan_job_id}/findings'];

describe.each([NDJSON, CSV])('a list as %s', (accept) => {
  let service: TestService;
  let alpha: World;
  let beta: World;
  beforeAll(async () => {
    service = await startService();
    [alpha, beta] = [await furnish(service, service.a), await furnish(service, service.b)];
  });
  afterAll(() => service.stop());

  const pathOf = (name: string, world: World) => (REST[name]?.path(world) ?? '').split('?')[0] ?? '';
  const read = (client: typeof service.anonymous, path: string) => client.get(path, { accept });

  it('is there for every row that says so', () => {
    const documented = service.app.routes.filter(({ table }) => table !== undefined);
    expect(documented.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(TABLES);
  });

  it.each(TABLES)('%s is 401 without a token', async (name) => {
    expect((await read(service.anonymous, pathOf(name, alpha))).status).toBe(401);
  });

  it.each(TABLES.flatMap((name) => ROLES.map((role) => ({ name, role }))))(
    '$name has the verdict of its path for $role, with a token and an API key',
    async ({ name, role }) => {
      const row = REST[name];
      const may = row?.may !== 'anyone' && row?.may.includes(role);
      for (const client of [service.a[role], (await keyClients(service.a))[role]]) {
        const { status, headers, text } = await read(client, pathOf(name, alpha));
        expect(status).toBe(may ? 200 : 403);
        expect(headers.get('content-type')).toMatch(may ? accept : 'application/json');
        expect(text).toContain(alpha.findingId);
      }
    },
  );

  it.each(TABLES)('%s has nothing of another tenant', async (name) => {
    const { status, text } = await read(service.b.member, pathOf(name, beta));
    expect(status).toBe(200);
    expect(text).toContain(beta.findingId);
    for (const id of [alpha.findingId, alpha.scanId, alpha.demoId, alpha.resourceId]) expect(text).not.toContain(id);
  });

  const places = Object.entries(REST_PLACES).filter(([name]) => TABLES.some((table) => name.startsWith(`${table} `)));
  it.each(places)('%s refuses an id of another tenant before it begins', async (_name, place) => {
    const own = place.request(beta[place.own], beta).path;
    expect((await read(service.b.member, own)).status).toBe(200);
    const { status, headers, body } = await read(service.b.member, place.request(alpha[place.own], beta).path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch('application/json');
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});
