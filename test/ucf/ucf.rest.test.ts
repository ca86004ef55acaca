import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import {
  catalogueOf,
  controlId,
  universalControlId,
  UNIVERSAL_CONTROL_COUNT,
  controlCountOf,
} from '../catalogue/shipped.js';
import { prowlerReport } from '../integrations/reports.js';
import { anyOf } from '../support/any-of.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';

interface MappingBody {
  framework: string;
  framework_version: string;
  relationship: string;
  control: { id: string; control_id: string; title: string; status: string };
}
interface UniversalBody {
  id: string;
  code: string;
  domain: { code: string };
  assessment: { status: string; assessed_at: string; assessed_by: string } | null;
  mappings: MappingBody[];
}
interface DomainBody {
  id: string;
  code: string;
  control_count: number;
  assessed_count: number;
  compliant_count: number;
  score: number;
  assured_score: number;
}
interface CoverageBody {
  framework: string;
  version: string;
  total_controls: number;
  covered_controls: number;
  coverage_percentage: number;
  controls: { universal_control: { code: string }; mapped_controls: { control_id: string }[] }[];
  uncovered_controls: unknown[];
}

const catalogue = catalogueOf();

/** The domains in the order in which policy leads to operation. */
const DOMAINS =
  'GOV POL RSK CMP HRS AWT AST DAT MED CRY IAM AUT PHY END NET CFG CHG MNT SDV VUL LOG MON IRM BRN BCM TPR PRI PIN PAY';

describe('the Unified Control Framework over REST', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await startService();
    tenant = service.a;
    const report = prowlerReport([{ rule: 'iam_root_mfa_enabled', status: 'FAIL' }]);
    await runImport(tenant.admin, await connect(tenant.admin, 'prowler'), report);
  });
  afterAll(() => service.stop());

  const universalControl = (code: string, by: TestTenant = tenant) =>
    by.member.rest<UniversalBody>(`/api/ucf/controls/${universalControlId(code)}`);
  const lines = ({ mappings }: UniversalBody) =>
    mappings.map(({ framework, relationship, control }) => `${framework} ${control.control_id} ${relationship}`).sort();

  it('has all domains in their order with all universal controls together, nothing assessed yet', async () => {
    const domains = await service.b.auditor.rest<DomainBody[]>('/api/ucf/domains');
    expect(domains.map(({ code }) => code)).toEqual(DOMAINS.split(' '));
    expect(domains.reduce((sum, each) => sum + each.control_count, 0)).toBe(UNIVERSAL_CONTROL_COUNT);
    expect(domains.find(({ code }) => code === 'IAM')?.control_count).toBe(17);
    expect(domains.every((each) => each.assessed_count + each.compliant_count + each.score === 0)).toBe(true);
    expect(new Set(domains.map(({ id }) => id)).size).toBe(domains.length);
  });

  it('a universal control shows its controls in every framework', async () => {
    const found = await universalControl('UCF-IAM-13');
    expect(found).toMatchObject({
      id: universalControlId('UCF-IAM-13'),
      code: 'UCF-IAM-13',
      domain: { code: 'IAM' },
      assessment: null,
    });
    expect(lines(found)).toEqual(['HIPAA 164.312(a)(2)(ii) subset', 'ISO 27001 A.8.2 intersects']);
    const hipaa = found.mappings.find(({ framework }) => framework === 'HIPAA');
    expect(hipaa?.control.id).toBe(controlId('hipaa', '164.312(a)(2)(ii)'));
  });

  it('a universal control shows the status of its controls now: failed where they ask for the element that fails', async () => {
    // The rule decides the first element of UCF-AUT-02, multi-factor authentication of administrators.
    const { mappings } = await universalControl('UCF-AUT-02');
    const codes = catalogue.universalControlById.get(universalControlId('UCF-AUT-02'))?.mappings ?? [];
    const asking = codes.filter(({ covers }) => covers.includes(1)).map(({ control }) => control.id);
    expect(asking.length).toBeGreaterThan(3);
    for (const { control } of mappings) {
      expect(control.status).toBe(asking.includes(control.id) ? 'failed' : 'not_assessed');
    }
    expect(mappings.some(({ control }) => control.status === 'not_assessed')).toBe(true);
  });

  it('a mapping has the fields of the contract', async () => {
    const { mappings } = await universalControl('UCF-DAT-08');
    expect(mappings).toHaveLength(3);
    for (const mapping of mappings) {
      expect(mapping).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        framework: anyOf(String),
        framework_version: expect.stringMatching(/./),
        relationship: expect.stringMatching(/^(equal|subset|superset|intersects)$/),
        covers: expect.arrayContaining([anyOf(Number)]),
        asks_more: expect.any(Boolean) as boolean,
        rationale: expect.stringMatching(/^[A-Z].*\.$/),
        corroborations: anyOf(Number),
        control: {
          id: anyOf(String),
          control_id: anyOf(String),
          title: anyOf(String),
          status: 'not_assessed',
        },
      });
    }
  });

  it('shows the controls of active frameworks only', async () => {
    const narrow = await service.addTenant('Narrow', 'ENTERPRISE', ['iso27001']);
    expect(lines(await universalControl('UCF-IAM-13', narrow))).toEqual(['ISO 27001 A.8.2 intersects']);
    expect((await universalControl('UCF-PAY-01', narrow)).mappings).toEqual([]);
  });

  it('shows the assessment in force, the newest, to its own tenant only', async () => {
    await assess('UCF-CRY-07', 'non_compliant', '2026-01-01T00:00:00Z');
    await assess('UCF-CRY-07', 'compliant', '2026-01-02T00:00:00Z');
    const { me } = await tenant.auditor.data<{ me: { id: string } }>('{ me { id } }');
    expect((await universalControl('UCF-CRY-07')).assessment).toEqual({
      status: 'compliant',
      assessed_at: '2026-01-02T00:00:00.000Z',
      assessed_by: me.id,
    });
    expect((await universalControl('UCF-CRY-07', service.b)).assessment).toBeNull();
  });

  it('counts a domain from the assessments in force: 100 × compliant / universal controls, one decimal', async () => {
    // MNT has three universal controls; "not_assessed" is none, and only the newest of each counts.
    await assess('UCF-MNT-01', 'compliant', '2026-01-01T00:00:00Z');
    await assess('UCF-MNT-02', 'compliant', '2026-01-01T00:00:00Z');
    await assess('UCF-MNT-02', 'partially_compliant', '2026-01-02T00:00:00Z');
    await assess('UCF-PHY-01', 'compliant', '2026-01-01T00:00:00Z', true);
    await assess('UCF-MNT-03', 'compliant', '2026-01-01T00:00:00Z');
    await assess('UCF-MNT-03', 'not_assessed', '2026-01-02T00:00:00Z');
    const domains = await tenant.member.rest<DomainBody[]>('/api/ucf/domains');
    expect(domains.find(({ code }) => code === 'MNT')).toMatchObject({
      control_count: 3,
      assessed_count: 2,
      compliant_count: 1,
      score: 33.3,
      assured_score: 0,
    });
    const physical = domains.find(({ code }) => code === 'PHY');
    expect(physical?.score).toBeGreaterThan(0);
    expect(physical?.assured_score).toBe(physical?.score);
    expect((await service.b.member.rest<DomainBody[]>('/api/ucf/domains')).every(({ score }) => score === 0)).toBe(
      true,
    );
  });

  it.each(['PAY', 'pay'])('lists the universal controls of the domain %s over GraphQL', async (domain) => {
    const query = 'query ($domain: String) { universalControls(domain: $domain) { code } }';
    expect(await tenant.member.data(query, { domain })).toEqual({
      universalControls: ['UCF-PAY-01', 'UCF-PAY-02', 'UCF-PAY-03', 'UCF-PAY-04'].map((code) => ({ code })),
    });
    const all = await tenant.member.data<{ universalControls: object[] }>('{ universalControls { code } }');
    expect(all.universalControls).toHaveLength(UNIVERSAL_CONTROL_COUNT);
  });

  it.each(['universalControls(domain: $domain) { id }', 'controls(framework: "SOC 2", domain: $domain) { id }'])(
    'refuses a domain that there is not by its name, and takes none for all: %s',
    async (field) => {
      const query = `query ($domain: String) { ${field} }`;
      const { body } = await tenant.member.graphql(query, { domain: 'NOT' });
      expect(body).toMatchObject({
        errors: [{ extensions: { code: 'VALIDATION_FAILED', details: [{ field: '/domain' }] } }],
      });
      const [listed] = Object.values(await tenant.member.data<Record<string, object[]>>(query, { domain: null }));
      expect(listed).toHaveLength(field.startsWith('universal') ? UNIVERSAL_CONTROL_COUNT : controlCountOf('soc2'));
    },
  );

  it.each([
    ['SOC 2', controlCountOf('soc2')],
    ['pci-dss', controlCountOf('pci-dss')],
    ['nist csf', controlCountOf('nist-csf')],
  ])('covers every control of %s', async (name, total) => {
    const coverage = await tenant.member.rest<CoverageBody>(`/api/ucf/coverage/${encodeURIComponent(name)}`);
    expect(coverage).toMatchObject({
      total_controls: total,
      covered_controls: total,
      coverage_percentage: 100,
      uncovered_controls: [],
    });
    const mapped = coverage.controls.flatMap((each) => each.mapped_controls.map((control) => control.control_id));
    expect(new Set(mapped).size).toBe(total);
    expect(coverage.controls.every((each) => each.mapped_controls.length > 0)).toBe(true);
  });

  it('does not return coverage of a framework that is not there or not active', async () => {
    const starter = await service.addTenant('Starter', 'STARTER');
    expect((await starter.member.get('/api/ucf/coverage/gdpr')).status).toBe(404);
    const { status, body } = await starter.member.get('/api/ucf/coverage/hitrust');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'FRAMEWORK_NOT_ACTIVE' } });
  });

  it.each(['00000000-0000-5000-8000-000000000000', 'UCF-IAM-13'])('has no universal control %s', async (id) => {
    const { status, body } = await tenant.member.get(`/api/ucf/controls/${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('needs a token', async () => {
    for (const path of ['domains', `controls/${universalControlId('UCF-IAM-13')}`, 'coverage/soc2']) {
      expect((await service.anonymous.get(`/api/ucf/${path}`)).status).toBe(401);
    }
  });

  /** As an auditor of the tenant did at that time. */
  async function assess(code: string, status: string, at: string, isSupported = false): Promise<void> {
    await service.database.query(
      `insert into assessments (id, tenant_id, universal_no, status, assessed_by, created_at, is_supported)
       select $1, $2, u.no, $4, a.id, $5, $7 from catalogue_universal_controls u, users a where u.code = $3 and a.email = $6`,
      [randomUUID(), tenant.tenantId, code, status, at, tenant.emails.auditor, isSupported],
    );
  }
});
