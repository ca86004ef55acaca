import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, type TestTenant } from '../support/service.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const GIB = 2 ** 30;

/**
 * Tiers with their first frameworks, in the order of the specification. Source: schema/contract/organizations.md,
 * "License tiers".
 */
const TIERS = [
  {
    tier: 'STARTER',
    users: 5,
    frameworks: 2,
    bytes: 20 * GIB,
    files: 20_000,
    has: ['SOC 2', 'ISO 27001', 'NIST CSF'],
    active: ['SOC 2', 'ISO 27001'],
  },
  {
    tier: 'PROFESSIONAL',
    users: 50,
    frameworks: 5,
    bytes: 200 * GIB,
    files: 200_000,
    has: ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'NIST CSF', 'PCI DSS'],
    active: ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'NIST CSF'],
  },
  {
    tier: 'ENTERPRISE',
    users: 1_000,
    frameworks: 7,
    bytes: 1_024 * GIB,
    files: 1_000_000,
    has: ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'],
    active: ['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'HITRUST', 'NIST CSF', 'PCI DSS'],
  },
] as const;

describe('the profile of an organization', () => {
  let service: TestService;
  const tenants = new Map<string, TestTenant>();

  beforeAll(async () => {
    service = await startService();
    for (const { tier } of TIERS) tenants.set(tier, await service.addTenant(`Org-${tier}`, tier));
  });
  afterAll(() => service.stop());

  const tenantOf = (tier: string): TestTenant => {
    const tenant = tenants.get(tier);
    if (!tenant) throw new Error(`no tenant of ${tier}`);
    return tenant;
  };

  describe.each(TIERS)('of $tier', ({ tier, users, frameworks, bytes, files, has: included, active }) => {
    const has: readonly string[] = included;

    it('has the limits of the tier and their use', async () => {
      const { auditor, tenantId } = tenantOf(tier);
      expect(await auditor.rest('/api/org/profile')).toEqual({
        tenant_id: tenantId,
        name: `Org-${tier}`,
        license_tier: tier,
        created_at: expect.stringMatching(TIMESTAMP),
        settings: { timezone: 'UTC', retention_days: 365, hipaa_privacy: true, partial_assessments: 'pass' },
        max_users: users,
        max_frameworks: frameworks,
        max_stored_bytes: bytes,
        max_stored_files: files,
        feature_flags: {
          framework_soc2: has.includes('SOC 2'),
          framework_cmmc: has.includes('CMMC'),
          framework_iso27001: has.includes('ISO 27001'),
          framework_hipaa: has.includes('HIPAA'),
          framework_hitrust: has.includes('HITRUST'),
          framework_nist_csf: has.includes('NIST CSF'),
          framework_pci_dss: has.includes('PCI DSS'),
        },
        usage: {
          users: 3,
          frameworks: active.length,
          stored_bytes: 0,
          stored_files: 0,
          stored_by_kind: { evidence_bytes: 0, report_bytes: 0, scan_bytes: 0, import_bytes: 0, audit_bytes: 0 },
        },
      });
    });

    it('is the same in the graph', async () => {
      const { organization } = await tenantOf(tier).member.data<{ organization: object }>(
        '{ organization { name licenseTier maxUsers maxFrameworks usage { users frameworks } } }',
      );
      expect(organization).toEqual({
        name: `Org-${tier}`,
        licenseTier: tier,
        maxUsers: users,
        maxFrameworks: frameworks,
        usage: { users: 3, frameworks: active.length },
      });
    });

    it('lists every framework, and whether it is available and active', async () => {
      const { organization } = await tenantOf(tier).member.data<{
        organization: { frameworks: { name: string; isInTier: boolean; isActive: boolean }[] };
      }>('{ organization { frameworks { name isInTier isActive } } }');
      const listed = organization.frameworks;
      expect(listed.map(({ name }) => name)).toEqual(TIERS[2].active);
      expect(listed.filter(({ isInTier }) => isInTier).map(({ name }) => name)).toEqual(has);
      expect(listed.filter(({ isActive }) => isActive).map(({ name }) => name)).toEqual(active);
    });

    it('starts with the first frameworks of the tier', async () => {
      const listed = await tenantOf(tier).member.rest<{ name: string }[]>('/api/compliance/frameworks');
      expect(listed.map(({ name }) => name)).toEqual(active);
    });
  });

  it('returns 422 for a framework that is not active, by name and by id, and 404 for an unknown one', async () => {
    const { admin } = tenantOf('STARTER');
    const known = await service.a.admin.rest<{ id: string; name: string }[]>('/api/compliance/frameworks');
    const hipaa = known.find(({ name }) => name === 'HIPAA')?.id ?? '';
    for (const path of [
      '/api/ucf/coverage/HIPAA',
      '/api/ucf/coverage/hipaa',
      `/api/compliance/frameworks/${hipaa}/controls`,
    ]) {
      const answer = await admin.get(path);
      expect([path, answer.status]).toEqual([path, 422]);
      expect(answer.body).toMatchObject({ error: { code: 'FRAMEWORK_NOT_ACTIVE' } });
    }
    const trigger = await admin.post('/api/scans/trigger', { framework_id: hipaa });
    expect([trigger.status, trigger.body]).toEqual([
      422,
      expect.objectContaining({ error: expect.objectContaining({ code: 'FRAMEWORK_NOT_ACTIVE' }) }),
    ]);
    expect((await admin.get('/api/ucf/coverage/SOX')).status).toBe(404);
  });

  it('returns for a control of a framework that is not active the same as for an unknown one', async () => {
    const headers = { 'x-request-id': 'same' };
    const { admin } = tenantOf('STARTER');
    const [control] = await service.a.admin.rest<{ id: string }[]>('/api/compliance/frameworks/hipaa/controls');
    const inactive = control?.id ?? '';
    const nobodys = '00000000-0000-4000-8000-000000000000';
    for (const path of ['/api/compliance/controls/', '/api/evidence?control_id=']) {
      const one = await admin.get(path + inactive, headers);
      const other = await admin.get(path + nobodys, headers);
      expect([one.status, one.text]).toEqual([404, other.text]);
    }
    expect((await service.a.admin.get(`/api/compliance/controls/${inactive}`)).status).toBe(200);
  });

  it('has only mappings to active frameworks', async () => {
    const names = async (tier: string) => {
      const { universalControls } = await tenantOf(tier).member.data<{
        universalControls: { mappings: { framework: string }[] }[];
      }>('{ universalControls { mappings { framework } } }');
      return new Set(universalControls.flatMap(({ mappings }) => mappings.map(({ framework }) => framework)));
    };
    expect(await names('STARTER')).toEqual(new Set(['SOC 2', 'ISO 27001']));
    expect(await names('ENTERPRISE')).toEqual(new Set(TIERS[2].active));
  });

  it('has no path of edges to a framework that is not active', async () => {
    const { body } = await tenantOf('STARTER').member.graphql(`{
      framework(name: "SOC 2") { controls { mappings { universalControl { mappings { control { framework { name } } } } } } }
    }`);
    const found = JSON.stringify(body).matchAll(/"name":"([^"]*)"/g);
    expect(new Set([...found].map(([, name]) => name))).toEqual(new Set(['SOC 2', 'ISO 27001']));
  });

  it('reports its history as pending while a transaction writes it, to that organization only', async () => {
    const ask = async (tier: string) =>
      (
        await tenantOf(tier).member.data<{ organization: { isHistoryPending: boolean } }>(
          '{ organization { isHistoryPending } }',
        )
      ).organization.isHistoryPending;
    const key = `hashtextextended('history ' || $1::uuid, 0)`;
    const { tenantId } = tenantOf('STARTER');
    expect(await ask('STARTER')).toBe(false);
    await service.database.query(`select pg_advisory_lock(${key})`, [tenantId]);
    expect([await ask('STARTER'), await ask('ENTERPRISE')]).toEqual([true, false]);
    await service.database.query(`select pg_advisory_unlock(${key})`, [tenantId]);
    expect(await ask('STARTER')).toBe(false);
  });
});
