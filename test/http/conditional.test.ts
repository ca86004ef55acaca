import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

/** An address of every path whose responses say nothing but the catalogue and the statuses. Source: schema/contract/conditional-requests.md. */
const OF_THE_POSTURE: Readonly<Record<string, string>> = {
  '/api/compliance/frameworks': '/api/compliance/frameworks',
  '/api/compliance/frameworks/{id}/controls': '/api/compliance/frameworks/soc2/controls',
  '/api/compliance/controls': '/api/compliance/controls?framework=soc2',
  '/api/ucf/gap': '/api/ucf/gap?from=soc2&to=hipaa',
  '/api/ucf/coverage/{framework}': '/api/ucf/coverage/SOC 2',
};
const ADDRESSES = Object.values(OF_THE_POSTURE);

describe('a conditional request', () => {
  let service: TestService;
  let admin: Client;

  beforeAll(async () => {
    service = await startService();
    admin = service.a.admin;
    await connect(admin, 'demo');
  });
  afterAll(() => service.stop());

  const tagOf = async (client: Client, path: string) => (await client.get(path)).headers.get('etag') ?? 'none';
  const again = (client: Client, path: string, tag: string) => client.get(path, { 'if-none-match': tag });

  it('is answered 304 without a body for data that the client has, on every path that reads without parameters', async () => {
    const plain = service.app.routes.filter(
      ({ method, path, list }) => method === 'GET' && !path.includes('{') && !list,
    );
    const changing: string[] = [];
    const put = service.app.routes.filter(({ method }) => method === 'PUT').map(({ path }) => path);
    for (const { path } of plain) {
      const first = await admin.get(path);
      if (first.status !== 200) continue;
      const tag = first.headers.get('etag') ?? '';
      const form = put.includes(path) ? /^"[\w-]{22}"$/ : /^W\/"[\w-]{22}"$/;
      expect([path, tag]).toEqual([path, expect.stringMatching(form)]);
      const second = await again(admin, path, tag);
      if (second.status === 200) changing.push(path);
      else expect([path, second.status, second.text, second.headers.get('etag')]).toEqual([path, 304, '', tag]);
    }
    // Their data have the time at which they were asked for.
    expect(changing.filter((path) => !['/api/ucf/scorecard'].includes(path))).toEqual([]);
  });

  it('is tested on every path that has a version', () => {
    const versioned = service.app.routes.filter(({ version }) => version !== undefined);
    expect(versioned.map(({ path }) => path).toSorted()).toEqual(Object.keys(OF_THE_POSTURE).toSorted());
  });

  it.each(ADDRESSES)('to %s is answered after the one statement that finds the caller', async (path) => {
    const tag = await tagOf(admin, path);
    const before = service.statements.length;
    const { status } = await again(admin, path, tag);
    expect(status).toBe(304);
    expect(service.statements.length - before).toBe(1);
  });

  it.each(ADDRESSES)(
    'to %s gets the whole response after a scan changed statuses, and not for another one',
    async (path) => {
      const { admin: own } = await service.addTenant(`Changing-${ADDRESSES.indexOf(path)}`, 'ENTERPRISE');
      const tag = await tagOf(own, path);
      await connect(own, 'demo');
      expect((await again(own, path, tag)).status).toBe(304);
      await runScan(own);
      const after = await again(own, path, tag);
      expect(after.status).toBe(200);
      expect(after.headers.get('etag')).not.toBe(tag);
    },
  );

  it('gets no 304 for the tag of another organization, of other parameters or of another envelope', async () => {
    const path = '/api/compliance/frameworks/soc2/controls';
    const tag = await tagOf(admin, path);
    expect((await again(service.b.admin, path, tag)).status).toBe(200);
    expect((await again(admin, `${path}?status=failed`, tag)).status).toBe(200);
    const bare = await admin.get(path, { 'if-none-match': tag, 'x-service-envelope': 'none' });
    expect(bare.status).toBe(200);
  });

  it('of a page of a list is answered 304 until the list changes', async () => {
    const path = '/api/scans?limit=5';
    await runScan(admin);
    const tag = await tagOf(admin, path);
    expect((await again(admin, path, tag)).status).toBe(304);
    await runScan(admin);
    const after = await again(admin, path, tag);
    expect(after.status).toBe(200);
    expect(after.headers.get('x-total-count')).toBe(
      String((after.body as { meta: { pagination: { total: number } } }).meta.pagination.total),
    );
  });

  it('is refused as without a condition where it is not allowed, and errors have no tag', async () => {
    const refused = await service.a.member.get('/api/org/members', { 'if-none-match': '*' });
    expect([refused.status, refused.headers.get('etag')]).toEqual([403, null]);
    const wrong = await admin.get('/api/compliance/frameworks/soc2/controls?status=no');
    expect([wrong.status, wrong.headers.get('etag')]).toEqual([400, null]);
  });
});

describe('OPTIONS', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('of every path is 204 with the methods that it takes, and 401 without a token', async () => {
    const paths = new Set(service.app.routes.map(({ path }) => path));
    for (const path of paths) {
      const address = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      const methods = service.app.routes.filter((each) => each.path === path).map(({ method }) => method);
      const answer = await service.a.member.send('OPTIONS', address);
      expect([path, answer.status, answer.text]).toEqual([path, 204, '']);
      const allowed = (answer.headers.get('allow') ?? '').split(', ');
      expect([path, ...allowed]).toEqual(expect.arrayContaining([...methods, 'OPTIONS']));
    }
    expect((await service.anonymous.send('OPTIONS', '/api/scans')).status).toBe(401);
    expect((await service.a.member.send('OPTIONS', '/api/nothing')).status).toBe(404);
  });
});
