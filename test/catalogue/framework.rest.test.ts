import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { controlId, frameworkId, controlCountOf } from './shipped.js';

interface FrameworkBody {
  id: string;
  name: string;
  slug: string;
  version: string;
  total_controls: number;
  description: string;
}

describe('frameworks over REST', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const namesOf = async (tier: 'STARTER' | 'PROFESSIONAL') => {
    const tenant = await service.addTenant(tier, tier);
    return (await tenant.member.rest<FrameworkBody[]>('/api/compliance/frameworks')).map(({ name }) => name);
  };

  it('are the seven of the specification, in its order, for a tenant that has all', async () => {
    const frameworks = await service.a.member.rest<FrameworkBody[]>('/api/compliance/frameworks');
    expect(frameworks.map(({ name, total_controls: total }) => [name, total])).toEqual([
      ['SOC 2', controlCountOf('soc2')],
      ['CMMC', controlCountOf('cmmc')],
      ['ISO 27001', controlCountOf('iso27001')],
      ['HIPAA', controlCountOf('hipaa')],
      ['HITRUST', controlCountOf('hitrust')],
      ['NIST CSF', controlCountOf('nist-csf')],
      ['PCI DSS', controlCountOf('pci-dss')],
    ]);
    expect(frameworks[0]).toMatchObject({ id: frameworkId('soc2'), slug: 'soc2' });
    for (const { version, description } of frameworks) expect(version.length * description.length).toBeGreaterThan(0);
  });

  it('are the first of the tier, as many as it allows', async () => {
    expect(await namesOf('STARTER')).toEqual(['SOC 2', 'ISO 27001']);
    expect(await namesOf('PROFESSIONAL')).toEqual(['SOC 2', 'CMMC', 'ISO 27001', 'HIPAA', 'NIST CSF']);
  });

  it.each(['SOC 2', 'soc2', 'soc-2', 'SoC 2'])('are found over GraphQL by %s', async (name) => {
    const query = 'query ($name: String!) { framework(name: $name) { slug totalControls } }';
    const totalControls = controlCountOf('soc2');
    expect(await service.a.member.data(query, { name })).toEqual({ framework: { slug: 'soc2', totalControls } });
  });

  it('say over GraphQL what of them tests can decide, within the scope of the organization', async () => {
    const query = `query { framework(name: "HIPAA") {
      totalControls testability { full part none failable supported }
    } }`;
    interface Counted {
      framework: { totalControls: number; testability: Record<'full' | 'part' | 'none' | 'failable', number> };
    }
    const tenant = await service.addTenant('Privacy', 'ENTERPRISE');
    const { framework: whole } = await tenant.admin.data<Counted>(query);
    await tenant.admin.put('/api/org/profile', { settings: { hipaa_privacy: false } });
    const { framework: narrow } = await tenant.admin.data<Counted>(query);
    for (const { totalControls, testability } of [whole, narrow]) {
      const { full, part, none, failable } = testability;
      expect(full + part + none).toBe(totalControls);
      expect(failable).toBe(full + part);
    }
    // No test decides what the Privacy Rule asks for.
    expect(narrow.totalControls).toBeLessThan(whole.totalControls);
    expect(narrow.testability.failable).toBe(whole.testability.failable);
  });

  it('say over GraphQL how many of their controls can be passed in full', async () => {
    const { frameworks } = await service.a.member.data<{ frameworks: object[] }>(
      '{ frameworks { name passableInFull } }',
    );
    expect(frameworks).toEqual([
      { name: 'SOC 2', passableInFull: 50 },
      { name: 'CMMC', passableInFull: 135 },
      { name: 'ISO 27001', passableInFull: 90 },
      { name: 'HIPAA', passableInFull: 117 },
      { name: 'HITRUST', passableInFull: 86 },
      { name: 'NIST CSF', passableInFull: 90 },
      { name: 'PCI DSS', passableInFull: 222 },
    ]);
  });

  it('a control of a framework that is not active is not found, exactly as one that does not exist', async () => {
    const tenant = await service.addTenant('Narrow', 'ENTERPRISE', ['hipaa']);
    const answers = await Promise.all(
      [controlId('soc2', 'CC6.1'), '00000000-0000-5000-8000-000000000000', 'not-a-uuid'].map((id) =>
        tenant.admin.get(`/api/compliance/controls/${id}`, { 'x-request-id': 'the-same' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const hipaa = await tenant.admin.get(`/api/compliance/controls/${controlId('hipaa', '164.308(a)(1)(ii)(D)')}`);
    expect(hipaa.status).toBe(200);
  });
});
