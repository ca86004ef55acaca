import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';
import { catalogueOf, controlId, frameworkId } from '../catalogue/shipped.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

interface DisputedEvent {
  assessment_id: string;
  assessed_by: string;
  assessed_as: string;
  universal_control: string;
  controls: { control_id: string; framework: string; status: string; assurance: string | null }[];
}

describe('compliance.assessment_disputed', () => {
  let service: TestService;
  let tenant: TestTenant;
  let integration: string;

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    tenant = service.a;
    integration = await connect(tenant.admin, 'prowler');
  });
  afterAll(() => service.stop());

  const mapped = catalogueOf()
    .controlById.get(controlId('pci-dss', '10.2.1.6'))
    ?.mappings.find(({ relationship }) => isFull(relationship))?.universalControl;
  const feed = (verdict: 'PASS' | 'FAIL') => runImport(tenant.admin, integration, prowlerReport([auditTrail(verdict)]));
  const disputedEvents = async () => {
    const found = await service.database.query<{ data: DisputedEvent }>(
      `select data from outbox where tenant_id = $1 and event = 'compliance.assessment_disputed' order by subject`,
      [tenant.tenantId],
    );
    return found.map(({ data }) => data);
  };

  it('is sent once, with author and controls, that the results of a scan begin to contradict an assessment', async () => {
    await feed('PASS');
    const { id, assessed_by: author } = await assess(tenant.auditor, mapped?.id ?? '', 'compliant', {
      details: 'Seen.',
    });
    expect(await disputedEvents()).toEqual([]);
    await feed('FAIL');
    await feed('FAIL');
    const [event, ...others] = await disputedEvents();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      assessment_id: id,
      assessed_by: author.id,
      assessed_as: 'compliant',
      universal_control: mapped?.code,
    });
    expect(event?.controls).toContainEqual({
      control_id: '10.2.1.6',
      control_uuid: controlId('pci-dss', '10.2.1.6'),
      framework: 'PCI DSS',
      status: 'failed',
      assurance: null,
    });
  });

  it('is about controls that a list can be narrowed to', async () => {
    const list = (query: string) =>
      tenant.member.rest<{ control_id: string; disputed: boolean }[]>(
        `/api/compliance/frameworks/${frameworkId('pci-dss')}/controls${query}`,
      );
    const [all, disputed, others] = await Promise.all([list(''), list('?disputed=true'), list('?disputed=false')]);
    expect(disputed.map(({ control_id: id }) => id)).toContain('10.2.1.6');
    expect(disputed).toEqual(all.filter((each) => each.disputed));
    expect(others).toEqual(all.filter((each) => !each.disputed));
    const refused = await tenant.member.get(
      `/api/compliance/frameworks/${frameworkId('pci-dss')}/controls?disputed=perhaps`,
    );
    expect(refused.status).toBe(400);
  });

  it('is not sent for an assessment that contradicts failing tests when it is recorded: its answer says so', async () => {
    const before = await disputedEvents();
    await assess(tenant.auditor, mapped?.id ?? '', 'not_assessed');
    await assess(tenant.auditor, mapped?.id ?? '', 'compliant', { details: 'Seen again.' });
    expect(await disputedEvents()).toEqual(before);
  });
});
