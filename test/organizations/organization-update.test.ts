import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { auditOf } from './audit-rows.js';

describe('an update of the profile', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const put = (body: unknown): Promise<Answer> => tenant.admin.put('/api/org/profile', body);
  const profile = () => tenant.member.rest<Record<string, unknown>>('/api/org/profile');

  it('returns the updated profile, leaves omitted fields unchanged, and records only changes', async () => {
    tenant = await service.addTenant('Gamma', 'STARTER');
    const before = await profile();
    const renamed = await put({ name: '  Gamma & Sons ' });
    expect([renamed.status, (renamed.body as { data: unknown }).data]).toEqual([
      200,
      { ...before, name: 'Gamma & Sons' },
    ]);
    const moved = await put({ settings: { timezone: 'Asia/Kolkata' } });
    expect((moved.body as { data: unknown }).data).toEqual({
      ...before,
      name: 'Gamma & Sons',
      settings: {
        timezone: 'Asia/Kolkata',
        retention_days: 365,
        hipaa_privacy: true,
        partial_assessments: 'pass',
      },
    });
    await put({ name: 'Gamma & Sons', settings: { timezone: 'Asia/Kolkata', retention_days: 30 } });
    expect(await profile()).toMatchObject({ settings: { timezone: 'Asia/Kolkata', retention_days: 30 } });
    expect((await auditOf(service, tenant.tenantId)).filter(({ action }) => action === 'organization.updated')).toEqual(
      [
        { action: 'organization.updated', actor: 'user', before: { name: 'Gamma' }, after: { name: 'Gamma & Sons' } },
        {
          action: 'organization.updated',
          actor: 'user',
          before: { timezone: 'UTC' },
          after: { timezone: 'Asia/Kolkata' },
        },
        {
          action: 'organization.updated',
          actor: 'user',
          before: { retention_days: 365 },
          after: { retention_days: 30 },
        },
      ],
    );
  });

  it('records nothing without a change', async () => {
    tenant = await service.addTenant('Delta', 'STARTER');
    for (const body of [{}, { settings: {} }, { name: 'Delta' }]) expect((await put(body)).status).toBe(200);
    expect((await auditOf(service, tenant.tenantId)).map(({ action }) => action)).toEqual(['organization.created']);
  });

  it.each([
    [{ license_tier: 'ENTERPRISE' }, '/license_tier'],
    [{ tenant_id: '00000000-0000-4000-8000-000000000000' }, '/tenant_id'],
    [{ max_users: 9 }, '/max_users'],
    [{ feature_flags: { all: true } }, '/feature_flags'],
    [{ settings: { color: 'red' } }, '/settings/color'],
    [{ settings: { retentionDays: 90 } }, '/settings/retentionDays'],
    [{ name: '' }, '/name'],
    [{ name: '   ' }, '/name'],
    [{ name: null }, '/name'],
    [{ name: 7 }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ name: 'Two\nlines' }, '/name'],
    [{ settings: null }, '/settings'],
    [{ settings: { timezone: 'Mars/Olympus' } }, '/settings/timezone'],
    [{ settings: { timezone: '+01:00' } }, '/settings/timezone'],
    [{ settings: { timezone: '' } }, '/settings/timezone'],
    [{ settings: { timezone: null } }, '/settings/timezone'],
    [{ settings: { retention_days: 29 } }, '/settings/retention_days'],
    [{ settings: { retention_days: 3_651 } }, '/settings/retention_days'],
    [{ settings: { retention_days: 90.5 } }, '/settings/retention_days'],
    [{ settings: { retention_days: null } }, '/settings/retention_days'],
  ])('refuses %j and names %s', async (body, field) => {
    tenant = service.a;
    const before = await profile();
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field }] } });
    expect(await profile()).toEqual(before);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+5'])(
    'accepts the time zone %s',
    async (timezone) => {
      tenant = service.b;
      expect((await put({ settings: { timezone } })).body).toMatchObject({ data: { settings: { timezone } } });
    },
  );

  it('applies both of two concurrent updates', async () => {
    tenant = await service.addTenant('Epsilon', 'STARTER');
    await Promise.all([put({ name: 'Epsilon Two' }), put({ settings: { retention_days: 77 } })]);
    expect(await profile()).toMatchObject({ name: 'Epsilon Two', settings: { retention_days: 77 } });
  });
});

describe('the choice of active frameworks', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
    tenant = await service.addTenant('Gamma', 'PROFESSIONAL');
  });
  afterAll(() => service.stop());

  const set = async (frameworks: string[]) => {
    const { body } = await tenant.admin.graphql(
      'mutation ($input: SetFrameworksInput!) { setFrameworks(input: $input) { organization { usage { frameworks } } } }',
      { input: { frameworks } },
    );
    const { data, errors } = body as {
      data: { setFrameworks: { organization: { usage: { frameworks: number } } } } | null;
      errors?: { extensions: { code: string } }[];
    };
    return errors?.[0]?.extensions.code ?? data?.setFrameworks.organization.usage.frameworks;
  };
  const active = async () =>
    (await tenant.member.rest<{ name: string }[]>('/api/compliance/frameworks')).map(({ name }) => name);

  it('applies from the next request, by name or slug, each once, in the order of the specification', async () => {
    expect(await set(['pci-dss', 'SOC 2', 'soc2'])).toBe(2);
    expect(await active()).toEqual(['SOC 2', 'PCI DSS']);
    expect((await tenant.member.get('/api/ucf/coverage/hipaa')).status).toBe(422);
    expect((await auditOf(service, tenant.tenantId)).at(-1)).toEqual({
      action: 'organization.frameworks_changed',
      actor: 'user',
      before: { frameworks: ['soc2', 'cmmc', 'iso27001', 'hipaa', 'nist-csf'] },
      after: { frameworks: ['soc2', 'pci-dss'] },
    });
  });

  it.each([
    [
      'more than the tier allows',
      ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'NIST CSF', 'PCI DSS'],
      'LICENSE_LIMIT_REACHED',
    ],
    ['one that the tier does not have', ['SOC 2', 'HITRUST'], 'LICENSE_LIMIT_REACHED'],
    ['one that nobody has', ['SOC 2', 'SOX'], 'VALIDATION_FAILED'],
    ['none', [], 'VALIDATION_FAILED'],
  ])('is refused for %s, and changes nothing', async (_what, frameworks, code) => {
    await set(['SOC 2']);
    expect(await set(frameworks)).toBe(code);
    expect(await active()).toEqual(['SOC 2']);
  });
});
