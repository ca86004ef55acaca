import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../src/platform/database/statement-limits.js';
import { controlId } from '../catalogue/shipped.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { auditOf } from '../organizations/audit-rows.js';
import type { Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { TestDatabase } from '../support/database.js';
import { connect } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { storeTracker } from '../access/world-tickets.js';
import { create as createWorkItem } from '../work-items/work-items.js';

/** Something that GET reads and PUT changes at one address. */
interface Changed {
  address: (tenant: TestTenant, database: TestDatabase) => Promise<string>;
  /** Bodies of two changes that exclude each other. */
  one: object;
  other: object;
  /** Whether members may change it, too. @default false */
  isMembers?: boolean;
}

const DESTINATIONS = '/api/security-events/destinations';

/** One of every kind, by the path. */
const CHANGED: Readonly<Record<string, Changed>> = {
  '/api/org/profile': {
    address: () => Promise.resolve('/api/org/profile'),
    one: { name: 'One' },
    other: { name: 'Other', settings: { timezone: 'Asia/Tokyo' } },
  },
  '/api/org/group-roles': {
    address: () => Promise.resolve('/api/org/group-roles'),
    one: { default_role: 'member', groups: [{ group: 'One', role: 'admin' }] },
    other: { default_role: 'auditor', groups: [{ group: 'Other', role: 'member' }] },
  },
  '/api/webhooks/{id}': {
    address: async ({ admin }) => `/api/webhooks/${(await createWebhook(admin, 'https://8.8.8.8/hook')).id}`,
    one: { events: ['scan.failed'] },
    other: { events: ['evidence.uploaded'] },
  },
  '/api/org/integrations/{id}': {
    address: async ({ admin }) => `/api/org/integrations/${await connect(admin, 'demo')}`,
    one: { name: 'One' },
    other: { name: 'Other' },
  },
  '/api/org/members/{id}': {
    address: async ({ admin, emails }) => {
      const members = await admin.rest<{ id: string; email: string }[]>('/api/org/members');
      return `/api/org/members/${members.find(({ email }) => email === emails.member)?.id ?? ''}`;
    },
    one: { role: 'auditor' },
    other: { role: 'admin' },
  },
  '/api/reports/{id}': {
    address: async ({ tenantId }, database) => {
      // A web process alone runs no scan that a report could be of.
      const [made] = await database.query<{ id: string }>(
        `insert into reports (id, tenant_id, type, format, framework, compliance_score, total_controls, passed_controls,
           failed_controls, assured_controls, assured_score,
           object_key, size, sha256, generated_at, generated_by, expires_at, as_of)
         select gen_random_uuid(), u.tenant_id, 'compliance_summary', 'csv', 'soc2', 0, 61, 0, 0, 0, 0, 'reports/none', 1,
           repeat('0', 64), now(), u.id, now() + interval '7 days', now()
         from users u where u.tenant_id = $1 and u.role = 'admin' returning id`,
        [tenantId],
      );
      return `/api/reports/${made?.id ?? ''}`;
    },
    one: { kept_until: `${dayAhead(30)}T00:00:00Z` },
    other: { kept_until: `${dayAhead(60)}T00:00:00Z` },
  },
  '/api/notification-rules/{id}': {
    address: async ({ admin }) => {
      const [{ id: memberId } = { id: '' }] = await admin.rest<{ id: string }[]>('/api/org/members');
      const receivers = { is_of_organization: true, member_ids: [memberId] };
      const { body } = await admin.post('/api/notification-rules', { ...RULE, ...receivers });
      return `/api/notification-rules/${(body as { data: { id: string } }).data.id}`;
    },
    one: { name: 'One' },
    other: { name: 'Other', events: ['scan_failed'], is_paused: true },
  },
  '/api/work-items/{id}': {
    address: async ({ admin }) =>
      `/api/work-items/${(await createWorkItem(admin, { title: 'Look', controlId: controlId('soc2', 'CC7.2') })).id}`,
    one: { title: 'One' },
    other: { title: 'Other', state: 'done' },
    isMembers: true,
  },
  '/api/ticket-trackers/{id}': {
    address: async ({ tenantId, admin }, database) => {
      const { id: userId } = (await admin.data<{ me: { id: string } }>('{ me { id } }')).me;
      return `/api/ticket-trackers/${await storeTracker(database, { tenantId, userId })}`;
    },
    one: { name: 'One' },
    other: { name: 'Other' },
  },
  '/api/security-events/destinations/{id}': {
    address: async ({ admin }) => {
      const created = await admin.post(DESTINATIONS, { kind: 'syslog', address: 'receiver.invalid:6514' });
      return `${DESTINATIONS}/${(created.body as { data: { id: string } }).data.id}`;
    },
    one: { address: 'one.invalid:6514' },
    other: { address: 'other.invalid:6514' },
  },
};
const LOCKED =
  'tenants, webhooks, integrations, security_event_destinations, reports, work_items, notification_rules, ticket_trackers';
/** Requests that are held back together wait for as long as the slowest machine needs to send them all. */
const PATIENT = { ...DATABASE_LIMITS, request: { ...DATABASE_LIMITS.request, lockMs: 120_000, statementMs: 120_000 } };
const RULE = { name: 'What fails', events: ['control_failed'] };
const PATHS = Object.keys(CHANGED);
const REFUSED = { status: 412, body: { error: { code: 'PRECONDITION_FAILED', details: [] } } };

describe('If-Match', () => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web', databaseLimits: PATIENT } });
  });
  afterAll(() => service.stop());

  /** A thing of the kind, in an organization of its own. */
  const thing = async (path: string) => {
    const changed = CHANGED[path];
    if (!changed) throw new Error(`nothing is made at ${path}`);
    const { address, one, other } = changed;
    const tenant = await service.addTenant(`Changing-${(count += 1)}`, 'ENTERPRISE');
    return { tenant, client: tenant.admin, address: await address(tenant, service.database), one, other };
  };
  const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';
  const dataOf = ({ body }: Answer) => (body as { data: unknown }).data;
  const when = (tag: string) => ({ 'if-match': tag });
  const rowsOf = (path: string) => service.app.routes.filter((row) => row.path === path).map(({ method }) => method);

  /** Sends requests that change rows while none may be locked, so that all are sent before the first goes on. */
  const together = async (requests: (() => Promise<Answer>)[]): Promise<Answer[]> => {
    const connection = new Connection({ connectionString: service.database.url });
    await connection.connect();
    try {
      await connection.query(`begin; lock table ${LOCKED} in exclusive mode`);
      const answers = requests.map((send) => send());
      await eventually(async () => {
        const waiting = await service.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length === requests.length ? waiting : null;
      });
      await connection.query('commit');
      return await Promise.all(answers);
    } finally {
      await connection.end();
    }
  };

  it('is tested on every path whose PUT or DELETE changes what its GET answers', () => {
    const read = service.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const changed = service.app.routes.filter(({ method }) => method === 'PUT' || method === 'DELETE');
    const both = new Set(changed.map(({ path }) => path).filter((path) => read.includes(path)));
    expect([...both].toSorted()).toEqual(PATHS.toSorted());
  });

  it.each(PATHS)('refuses the second of two changes of the same %s, and loses nothing of the first', async (path) => {
    const { tenant, client, address, one, other } = await thing(path);
    const read = tagOf(await client.get(address));
    expect(read).toMatch(/^"[\w-]{22}"$/);
    const first = await client.put(address, one, when(read));
    expect(first.status).toBe(200);
    const recorded = await auditOf(service, tenant.tenantId);
    expect(await client.put(address, other, when(read))).toMatchObject(REFUSED);
    const after = await client.get(address);
    expect(dataOf(after)).toEqual(dataOf(first));
    expect(await auditOf(service, tenant.tenantId)).toEqual(recorded);
    expect((await client.put(address, other, when(tagOf(after)))).status).toBe(200);
  });

  it.each(PATHS)('names by the answer to a change of %s what GET answers then', async (path) => {
    const { client, address, one, other } = await thing(path);
    const first = await client.put(address, one);
    expect(first.headers.get('content-location')).toBe(address);
    expect(tagOf(first)).toBe(tagOf(await client.get(address)));
    const second = await client.put(address, other, when(tagOf(first)));
    expect([second.status, tagOf(second)]).toEqual([200, tagOf(await client.get(address))]);
  });

  it.each(PATHS)('lets exactly one of two changes of %s through that arrive together', async (path) => {
    const { client, address, one, other } = await thing(path);
    const tag = tagOf(await client.get(address));
    const answers = await together([one, other].map((body) => () => client.put(address, body, when(tag))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const done = answers.find(({ status }) => status === 200);
    expect(dataOf(await client.get(address))).toEqual(done && dataOf(done));
  });

  it.each(PATHS)('is no condition on %s where it is `*`, and none is needed', async (path) => {
    const { client, address, one, other } = await thing(path);
    expect((await client.put(address, one)).status).toBe(200);
    expect((await client.put(address, other, when('*'))).status).toBe(200);
  });

  it.each(PATHS)('takes a list for %s, compares strongly, and matches no text that is no tag', async (path) => {
    const { client, address, one } = await thing(path);
    const tag = tagOf(await client.get(address));
    for (const wrong of [`W/${tag}`, tag.slice(1, -1), '"another"', `"another", W/${tag}`]) {
      expect(await client.put(address, one, when(wrong))).toMatchObject(REFUSED);
    }
    expect(tagOf(await client.get(address))).toBe(tag);
    expect((await client.put(address, one, when(`"another,", ${tag}`))).status).toBe(200);
  });

  it.each(PATHS)('takes for %s the tag of an answer without an envelope, which is another', async (path) => {
    const { client, address, one } = await thing(path);
    const bare = await client.get(address, { 'x-service-envelope': 'none' });
    expect(tagOf(bare)).not.toBe(tagOf(await client.get(address)));
    expect((await client.put(address, one, when(tagOf(bare)))).status).toBe(200);
    expect(await client.put(address, one, when(tagOf(bare)))).toMatchObject(REFUSED);
  });

  it.each(PATHS)('comes after every other refusal of a change of %s', async (path) => {
    const { tenant, client, address, one } = await thing(path);
    expect((await client.put(address, { no_such: 1 }, when('"old"'))).status).toBe(400);
    expect((await tenant.member.put(address, one, when('"old"'))).status).toBe(CHANGED[path]?.isMembers ? 412 : 403);
    expect((await service.anonymous.put(address, one, when('"old"'))).status).toBe(401);
  });

  it.each(PATHS.filter((path) => path.includes('{id}')))(
    'is NOT_FOUND for a missing %s, also with `*`',
    async (path) => {
      const { one } = await thing(path);
      const address = path.replace('{id}', '00000000-0000-4000-8000-000000000000');
      for (const tag of ['*', '"old"']) {
        for (const method of rowsOf(path).filter((each) => each !== 'GET')) {
          const body = method === 'PUT' ? { body: JSON.stringify(one) } : {};
          const headers = { 'content-type': 'application/json', ...when(tag) };
          expect(await service.a.admin.send(method, address, { headers, ...body })).toMatchObject({
            status: 404,
            body: { error: { code: 'NOT_FOUND' } },
          });
        }
      }
    },
  );

  it('holds for DELETE: what was changed stays, and only one of a change and a deletion is done', async () => {
    for (const path of PATHS.filter((each) => rowsOf(each).includes('DELETE'))) {
      const { client, address, one, other } = await thing(path);
      const remove = (tag: string) => client.send('DELETE', address, { headers: when(tag) });
      const old = tagOf(await client.get(address));
      const tag = tagOf(await client.put(address, one));
      expect(await remove(old)).toMatchObject(REFUSED);
      expect((await client.get(address)).status).toBe(200);
      const [changed, deleted] = await together([() => client.put(address, other, when(tag)), () => remove(tag)]);
      expect([`200,412`, `404,204`]).toContain(`${changed?.status ?? 0},${deleted?.status ?? 0}`);
      if (deleted?.status === 412) expect((await remove(tagOf(await client.get(address)))).status).toBe(204);
      expect((await client.get(address)).status).toBe(404);
    }
  });

  it('refuses what was changed over GraphQL in between', async () => {
    const { client, address, one } = await thing('/api/org/profile');
    const tag = tagOf(await client.get(address));
    await client.data('mutation { updateOrganization(input: { name: "By the graph" }) { organization { name } } }');
    expect(await client.put(address, one, when(tag))).toMatchObject(REFUSED);
    expect(dataOf(await client.get(address))).toMatchObject({ name: 'By the graph' });
  });

  it('has tags of one encoding: what has a strong one is never compressed', async () => {
    const { client, address } = await thing('/api/org/group-roles');
    const groups = Array.from({ length: 100 }, (_, index) => ({ group: `Group ${index}`, role: 'member' }));
    const changed = await client.put(address, { default_role: 'member', groups }, { 'accept-encoding': 'gzip' });
    const read = await client.get(address, { 'accept-encoding': 'gzip' });
    for (const { headers, text } of [changed, read]) {
      expect(text.length).toBeGreaterThan(1_024);
      expect(headers.get('content-encoding')).toBeNull();
    }
    expect((await client.get(address, { 'if-none-match': tagOf(read) })).status).toBe(304);
  });
});
