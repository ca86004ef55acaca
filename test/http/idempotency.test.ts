import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencySweeper } from '../../src/modules/idempotency/idempotency.jobs.js';
import { createLog } from '../../src/platform/log.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { REPORT } from '../access/world.js';
import { anyOf } from '../support/any-of.js';
import { Client, type Answer } from '../support/client.js';
import { connect } from '../support/scans.js';
import { PASSWORD, startService, type TestService } from '../support/service.js';
import { keyClients } from '../support/api-keys.js';
import { frameworkId } from '../catalogue/shipped.js';

const HOUR_MS = 3_600_000;
const TRIGGER = '/api/scans/trigger';

describe('an Idempotency-Key', () => {
  const clock = new ShiftedClock();
  let service: TestService;
  let admin: Client;
  let member: Client;
  let importPath: string;

  beforeAll(async () => {
    service = await startService({ clock, settings: { role: 'web' } });
    ({ admin, member } = service.a);
    await connect(admin, 'demo');
    importPath = `/api/org/integrations/${await connect(admin, 'prowler')}/import`;
    await connect(service.b.admin, 'demo');
  });
  afterAll(() => service.stop());

  const trigger = (client: Client, key: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    client.post(TRIGGER, body, { 'idempotency-key': key, ...headers });
  const scans = async () => {
    const [row] = await service.database.query<{ count: number }>('select count(*)::int as count from scans');
    return row?.count ?? -1;
  };
  /** Number of scans that `work` creates. */
  const made = async (work: () => Promise<unknown>) => {
    const before = await scans();
    await work();
    return (await scans()) - before;
  };

  it('creates one scan for 20 concurrent triggers', async () => {
    let answers: Answer[] = [];
    const count = await made(async () => {
      answers = await Promise.all(Array.from({ length: 20 }, () => trigger(member, 'parallel')));
    });
    expect(count).toBe(1);
    const done = answers.filter(({ status }) => status === 202);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(idOf)).size).toBe(1);
    expect(done.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: { code: 'CONFLICT' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
  });

  it('replays the response: status, data, Location', async () => {
    let first!: Answer;
    let again!: Answer;
    expect(
      await made(async () => {
        first = await trigger(member, 'again');
        again = await trigger(member, 'again');
      }),
    ).toBe(1);
    expect(first.status).toBe(202);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('retry-after')).toBe('10');
    const { data } = first.body as { data: unknown };
    const { data: dataAgain, meta } = again.body as { data: unknown; meta: { request_id: string } };
    expect(JSON.stringify(dataAgain)).toBe(JSON.stringify(data));
    // The envelope is this answer's: the id joins it with the log.
    expect(meta.request_id).toBe(again.headers.get('x-request-id'));
    const bare = await trigger(member, 'again', {}, { 'x-service-envelope': 'none' });
    expect(JSON.stringify(bare.body)).toBe(JSON.stringify(data));
  });

  it('creates one invitation and replays its link, which is stored nowhere', async () => {
    const invite = () =>
      admin.post(
        '/api/org/members/invite',
        { email: 'once@elsewhere.example', role: 'member' },
        { 'idempotency-key': 'i' },
      );
    const [first, again] = [await invite(), await invite()];
    expect([first.status, again.status]).toEqual([201, 201]);
    const urlOf = ({ body }: Answer) => (body as { data: { invite_url: string } }).data.invite_url;
    expect(urlOf(first)).toMatch(/^http/);
    expect(urlOf(again)).toBe(urlOf(first));
    const secret = urlOf(first).split(/[/=]/).at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    const stored = await service.database.query<{ text: string }>('select k::text as text from idempotency_keys k');
    expect(JSON.stringify(stored)).toContain('v1.');
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('recognizes a request whatever the notation of its input', async () => {
    const soc2 = frameworkId('soc2');
    const texts = [
      `{"integration_types":["demo"],"framework_id":"${soc2}"}`,
      `{ "framework_id": "${soc2}",\n "integration_types": ["demo"] }`,
    ];
    expect(
      await made(async () => {
        for (const text of texts) expect((await trigger(member, 'written', text)).status).toBe(202);
      }),
    ).toBe(1);
    expect(await made(() => trigger(member, 'bodiless', {}))).toBe(1);
    expect(await made(() => member.post(TRIGGER, undefined, { 'idempotency-key': 'bodiless' }))).toBe(0);
  });

  it('is refused for a different request', async () => {
    await trigger(member, 'other');
    const count = await made(async () => {
      const answer = await trigger(member, 'other', { framework_id: frameworkId('soc2') });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        error: { code: 'VALIDATION_FAILED', details: [{ field: '/idempotency-key', message: anyOf(String) }] },
      });
    });
    expect(count).toBe(0);
  });

  it('is scoped to the tenant, the user and the operation', async () => {
    expect(await made(() => trigger(member, 'mine'))).toBe(1);
    expect(await made(() => trigger(admin, 'mine'))).toBe(1);
    expect(await made(() => trigger(service.b.admin, 'mine'))).toBe(1);
    expect(
      await made(async () => {
        const imported = await upload(admin, 'mine', REPORT);
        expect(imported.status).toBe(202);
      }),
    ).toBe(1);
  });

  it('is shared by the token and the API key of a user', async () => {
    const keys = await keyClients(service.a);
    expect(await made(() => trigger(member, 'either'))).toBe(1);
    expect(await made(() => trigger(keys.member, 'either'))).toBe(0);
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a control character', 'a\tb'],
    ['with a letter beyond ASCII', 'schlüssel'],
  ])('returns VALIDATION_FAILED when it is %s', async (_what, key) => {
    const answer = await trigger(member, key);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { details: [{ field: '/idempotency-key' }] } });
  });

  it('may have 255 characters, including quotes and spaces', async () => {
    const key = `"8e03978e 40d5"${'x'.repeat(240)}`;
    expect(await made(() => trigger(member, key))).toBe(1);
    expect(await made(() => trigger(member, key))).toBe(0);
  });

  it('has no effect on operations that do not accept it', async () => {
    const answer = await member.get('/api/scans', { 'idempotency-key': '' });
    expect(answer.status).toBe(200);
  });

  it('replays a refusal that the request itself caused', async () => {
    const { admin: other } = await service.addTenant('Gamma', 'STARTER');
    const first = await trigger(other, 'refused');
    expect(first.status).toBe(409);
    await connect(other, 'demo');
    const again = await trigger(other, 'refused');
    expect(again.status).toBe(409);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const [error, errorAgain] = [first, again].map(({ body }) => (body as { error: object }).error);
    expect(errorAgain).toEqual(error);
    expect((await trigger(other, 'another')).status).toBe(202);
  });

  it('is not used up by a request refused before execution', async () => {
    expect((await trigger(service.a.auditor, 'early')).status).toBe(403);
    expect((await trigger(member, 'early', { nope: 1 })).status).toBe(400);
    expect((await trigger(member, 'early')).status).toBe(202);
  });

  it('can be reused after a refusal for a limit', async () => {
    await service.database.query('update tenants set rate_limit_per_minute = 100 where id = $1', [service.b.tenantId]);
    const quota = (used: number) =>
      service.database.query(
        `insert into tenant_quotas values ($1, 'scan triggers', now() + interval '1 minute', $2)
         on conflict (tenant_id, quota) do update set used = $2, window_ends_at = now() + interval '1 minute'`,
        [service.b.tenantId, used],
      );
    await quota(1_000);
    expect((await trigger(service.b.admin, 'limited')).status).toBe(429);
    await quota(0);
    expect((await trigger(service.b.admin, 'limited')).status).toBe(202);
  });

  it('can be reused after an internal error', async () => {
    await service.database.query(`alter table scans add constraint broken check (triggered_by is null) not valid`);
    expect((await trigger(member, 'fault')).status).toBe(500);
    await service.database.query(`alter table scans drop constraint broken`);
    expect(await made(() => trigger(member, 'fault'))).toBe(1);
    expect(await made(() => trigger(member, 'fault'))).toBe(0);
  });

  it('can be reused a minute after its process died, and what was committed is not done again', async () => {
    await trigger(member, 'crashed');
    await service.database.query(
      `update idempotency_keys set answer = null, lease_expires_at = now() + interval '1 minute' where key = 'crashed'`,
    );
    expect((await trigger(member, 'crashed')).status).toBe(409);
    await service.database.query(`update idempotency_keys set lease_expires_at = now() where key = 'crashed'`);
    expect(await made(() => trigger(member, 'crashed'))).toBe(0);
    expect((await trigger(member, 'crashed')).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is stored for 24 hours, and swept after that', async () => {
    expect(await made(() => trigger(member, 'daily'))).toBe(1);
    // A token lives an hour: a new one for each time.
    const later = async (ms: number) =>
      clock.at(ms, async () => (await logIn()).post(TRIGGER, {}, { 'idempotency-key': 'daily' }));
    expect(await made(() => later(24 * HOUR_MS - 60_000))).toBe(0);
    const stored = async () =>
      (await service.database.query(`select from idempotency_keys where key = 'daily'`)).length;
    const sweeper = new IdempotencySweeper({ database: service.app.database, clock, log: createLog('silent') });
    const sweep = () => sweeper.run(new AbortController().signal);
    await clock.at(24 * HOUR_MS - 60_000, sweep);
    expect(await stored()).toBe(1);
    expect(await made(() => later(24 * HOUR_MS + 60_000))).toBe(1);
    await clock.at(24 * HOUR_MS + 60_000, sweep);
    expect(await stored()).toBe(1);
    await clock.at(48 * HOUR_MS + 120_000, sweep);
    expect(await stored()).toBe(0);
  });

  describe('of an upload', () => {
    it('replays the response for the same file, whatever the boundary and name', async () => {
      let ids: unknown[] = [];
      expect(
        await made(async () => {
          const answers = [await upload(admin, 'file', REPORT), await upload(admin, 'file', REPORT)];
          expect(answers.map(({ status }) => status)).toEqual([202, 202]);
          expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true');
          ids = answers.map(idOf);
        }),
      ).toBe(1);
      expect(ids[0]).toBe(ids[1]);
    });

    it('is refused for another file of the same length', async () => {
      await upload(admin, 'files', REPORT);
      const other = REPORT.replace('example-table', 'elpmaxe-table');
      expect(other).toHaveLength(REPORT.length);
      const answer = await upload(admin, 'files', other);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { details: [{ field: '/idempotency-key' }] } });
    });

    it('can be reused when the upload was refused', async () => {
      expect((await upload(admin, 'mended', 'no report')).status).toBe(400);
      expect((await upload(admin, 'mended', REPORT)).status).toBe(202);
    });

    it('creates one scan for ten concurrent uploads', async () => {
      const count = await made(async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => upload(admin, 'files at once', REPORT)));
        for (const { status } of answers) expect([202, 409]).toContain(status);
      });
      expect(count).toBe(1);
    });

    it('distinguishes files whose chunks split the boundary', async () => {
      const large = JSON.stringify(Array.from({ length: 5_000 }, () => (JSON.parse(REPORT) as unknown[])[0]));
      expect((await upload(admin, 'pieces', large)).status).toBe(202);
      const again = await upload(admin, 'pieces', large);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      const at = large.lastIndexOf('example-table');
      const changed = `${large.slice(0, at)}Example-table${large.slice(at + 13)}`;
      expect((await upload(admin, 'pieces', changed)).status).toBe(400);
    });
  });

  function upload(client: Client, key: string, content: string): Promise<Answer> {
    const form = new FormData();
    form.set('file', new Blob([content]), 'report.json');
    return client.send('POST', importPath, { body: form, headers: { 'idempotency-key': key } });
  }

  async function logIn(): Promise<Client> {
    const { body } = await service.anonymous.post('/api/auth/login', {
      email: service.a.emails.member,
      password: PASSWORD,
    });
    return new Client(service.baseUrl, (body as { data: { access_token: string } }).data.access_token);
  }

  function idOf({ body }: Answer): unknown {
    return (body as { data?: { scan_job_id: string } }).data?.scan_job_id;
  }
});
