import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { createWebhook } from '../webhooks/webhooks.js';

const PATH = '/api/notification-rules';
const RULE = { name: 'What fails', events: ['control_failed'] };
const NOBODYS = '00000000-0000-4000-8000-000000000000';

interface Rule {
  id: string;
  name: string;
  is_of_organization: boolean;
  owner: { name: string } | null;
  members: { id: string; name: string }[];
  is_paused: boolean;
  pause_reason: string | null;
}

describe('a notification rule', () => {
  let service: TestService;
  let tenant: TestTenant;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    tenant = await service.addTenant(`Notified${(tenants += 1)}`, 'ENTERPRISE');
  });

  const create = async (client: Client, changes: object = {}): Promise<Rule> => {
    const { status, body, text } = await client.post(PATH, { ...RULE, ...changes });
    if (status !== 201) throw new Error(`the rule was answered ${status}: ${text}`);
    return (body as { data: Rule }).data;
  };
  const rules = (client: Client) => client.rest<Rule[]>(PATH);
  const members = async () => {
    const found = await tenant.admin.rest<{ id: string; role: string }[]>('/api/org/members');
    return Object.fromEntries(found.map(({ id, role }) => [role, id]));
  };
  const details = async (client: Client, changes: object) => {
    const { status, body } = await client.post(PATH, { ...RULE, ...changes });
    const { error } = body as { error?: { code: string; details: { field: string; message: string }[] } };
    return [status, error?.code, error?.details.map(({ field }) => field)];
  };

  it('of a person notifies them alone, of every framework, at once and at any hour, where nothing else is said', async () => {
    const rule = await create(tenant.auditor, { name: ' What fails ' });
    expect(rule).toEqual({
      ...{ id: rule.id, name: 'What fails', is_of_organization: false, members: [], webhook_id: null },
      owner: { id: (await members()).auditor, name: `Notified${tenants} auditor` },
      ...{ events: ['control_failed'], score_points: 1, frameworks: [], delivery: 'at_once', digest_hour: null },
      ...{ timezone: null, quiet_from: null, quiet_to: null, is_paused: false, pause_reason: null },
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
  });

  it('of a person is seen and changed by nobody else, not even by admins', async () => {
    const { id } = await create(tenant.member);
    for (const other of [tenant.admin, tenant.auditor, service.b.admin]) {
      expect(await rules(other)).toEqual([]);
      expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await other.get(`${PATH}/${id}/log`)).status).toBe(404);
      expect((await other.put(`${PATH}/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await other.post(`${PATH}/${id}/test`)).status).toBe(404);
      expect((await other.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
    }
    expect((await rules(tenant.member)).map((rule) => rule.name)).toEqual(['What fails']);
  });

  it.each([{ member_ids: [NOBODYS] }, { webhook_id: NOBODYS }])(
    'is NOT_FOUND for receivers that the organization does not have: %j',
    async (receivers) => {
      expect(await details(tenant.admin, { is_of_organization: true, ...receivers })).toEqual([404, 'NOT_FOUND', []]);
    },
  );

  it('of the organization is seen by everybody, and set up, changed and tested by admins alone', async () => {
    const { member } = await members();
    const ofOrganization = { is_of_organization: true, member_ids: [member] };
    expect(await details(tenant.member, ofOrganization)).toEqual([403, 'FORBIDDEN', []]);
    expect(await details(tenant.auditor, ofOrganization)).toEqual([403, 'FORBIDDEN', []]);
    const rule = await create(tenant.admin, ofOrganization);
    expect([rule.owner, rule.members]).toEqual([null, [{ id: member, name: `Notified${tenants} member` }]]);
    for (const other of [tenant.member, tenant.auditor]) {
      expect((await rules(other)).map(({ id }) => id)).toEqual([rule.id]);
      expect((await other.put(`${PATH}/${rule.id}`, { name: 'Mine' })).status).toBe(403);
      expect((await other.post(`${PATH}/${rule.id}/test`)).status).toBe(403);
      expect((await other.send('DELETE', `${PATH}/${rule.id}`)).status).toBe(403);
    }
    expect(await rules(service.b.admin)).toEqual([]);
  });

  it.each([
    ['no event', { events: [] }, ['/events']],
    ['an unknown event', { events: ['control_passed'] }, ['/events/0']],
    ['no name', { name: ' ' }, ['/name']],
    ['0 points', { score_points: 0 }, ['/score_points']],
    ['101 points', { score_points: 101 }, ['/score_points']],
    ['an unknown framework', { frameworks: ['SOX'] }, ['/frameworks']],
    ['an hour of a digest that sends at once', { digest_hour: 8 }, ['/digest_hour']],
    ['hour 24', { delivery: 'digest', digest_hour: 24 }, ['/digest_hour']],
    ['an offset as a time zone', { timezone: '+01:00' }, ['/timezone']],
    ['a time that is none', { quiet_from: '24:00', quiet_to: '6:00' }, ['/quiet_from', '/quiet_to']],
    ['quiet hours without an end', { quiet_from: '22:00' }, ['/quiet_to']],
    ['quiet hours without a beginning', { quiet_to: '06:00' }, ['/quiet_from']],
    ['quiet hours that never end', { quiet_from: '22:00', quiet_to: '22:00' }, ['/quiet_to']],
    ['receivers of a rule of a person', { member_ids: [NOBODYS], webhook_id: NOBODYS }, ['/member_ids', '/webhook_id']],
    ['no receiver of one of the organization', { is_of_organization: true }, ['/member_ids']],
  ])('with %s is refused with the fields named', async (_what, changes, fields) => {
    expect(await details(tenant.admin, changes)).toEqual([400, 'VALIDATION_FAILED', fields]);
    expect(await rules(tenant.admin)).toEqual([]);
  });

  it('notifies members or a webhook, not both', async () => {
    const { member } = await members();
    const { id: webhookId } = await createWebhook(tenant.admin, 'https://8.8.8.8/hook');
    const both = { is_of_organization: true, member_ids: [member], webhook_id: webhookId };
    expect(await details(tenant.admin, both)).toEqual([400, 'VALIDATION_FAILED', ['/webhook_id']]);
  });

  it('is one of at most 10 of a person and 20 of an organization', async () => {
    const { member } = await members();
    for (let count = 0; count < 10; count += 1) await create(tenant.admin);
    expect(await details(tenant.admin, {})).toEqual([409, 'CONFLICT', []]);
    const ofOrganization = { is_of_organization: true, member_ids: [member] };
    for (let count = 0; count < 20; count += 1) await create(tenant.admin, ofOrganization);
    expect(await details(tenant.admin, ofOrganization)).toEqual([409, 'CONFLICT', []]);
    await create(tenant.member);
  });

  it('is changed in what is given, paused and resumed, and each change is in the audit trail', async () => {
    const { id } = await create(tenant.admin, { delivery: 'digest', digest_hour: 7 });
    const put = async (changes: object) => {
      const { status, body } = await tenant.admin.put(`${PATH}/${id}`, changes);
      return [status, (body as { data: object }).data];
    };
    expect(await put({ frameworks: ['soc2', 'PCI DSS'], score_points: 5 })).toMatchObject([
      200,
      { name: 'What fails', delivery: 'digest', digest_hour: 7, frameworks: ['SOC 2', 'PCI DSS'], score_points: 5 },
    ]);
    // Its hour goes with the digest.
    expect(await put({ delivery: 'at_once' })).toMatchObject([200, { delivery: 'at_once', digest_hour: null }]);
    expect(await put({ is_paused: true })).toMatchObject([200, { is_paused: true, pause_reason: 'person' }]);
    expect(await put({ is_paused: false })).toMatchObject([200, { is_paused: false, pause_reason: null }]);
    const { status } = await tenant.admin.send('DELETE', `${PATH}/${id}`);
    expect([status, await rules(tenant.admin)]).toEqual([204, []]);
    const entries =
      await tenant.admin.rest<{ action: string; before: object; after: object }[]>('/api/audit-log?limit=5');
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['notification_rule.deleted', null],
      ['notification_rule.updated', { isPaused: false }],
      ['notification_rule.updated', { isPaused: true }],
      ['notification_rule.updated', { delivery: 'at_once', digestHour: null }],
      ['notification_rule.updated', { frameworks: ['soc2', 'pci-dss'], scorePoints: 5 }],
    ]);
  });

  it('is tested at most once a minute for each 60 requests that its organization may send', async () => {
    await service.app.tenants.setRateLimit(tenant.tenantId, 120);
    const { id } = await create(tenant.member);
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await tenant.member.post(`${PATH}/${id}/test`));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
