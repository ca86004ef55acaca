import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_TRAIL } from '../catalogue/decided.js';
import { dayAhead } from '../exceptions/exceptions.js';
import { fails, passes, prowlerReport } from '../integrations/reports.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

type Where = Record<string, unknown>;

interface Facets {
  total: number;
  statuses: { status: string; count: number }[];
  severities: { severity: string; count: number }[];
  integrations: { integration: { id: string }; count: number }[];
  typeCount: number;
  types: { value: string; count: number }[];
  accounts: { value: string; count: number }[];
  regions: { value: string; count: number }[];
}

const FACETS = `query ($where: ResourcesWhere) { resourceFacets(where: $where) { total statuses { status count }
  severities { severity count } integrations { integration { id } count } typeCount types { value count }
  accounts { value count } regions { value count } } }`;
const LIST = `query ($where: ResourcesWhere) { resources(where: $where, first: 100) {
  totalCount nodes { resourceId verdicts { worstSeverity } } } }`;
const ACCEPT =
  'mutation ($input: AcceptFindingsInput!) { acceptFindings(input: $input) { results { exception { id } } } }';
const APPROVE = 'mutation ($input: ExceptionInput!) { approveException(input: $input) { exception { status } } }';

const MFA = 'iam_user_mfa_enabled_console_access';

describe('facets of resources', () => {
  let service: TestService;
  const integrations: string[] = [];

  /** Of two integrations; what fails on `accepted` has an exception in force. */
  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    integrations.push(await connect(admin, 'prowler'), await connect(admin, 'prowler'));
    const feed = (nth: number, report: Parameters<typeof prowlerReport>[0]) =>
      runImport(admin, integrations[nth] ?? '', prowlerReport(report));
    await feed(0, [
      fails('bad'),
      { ...fails('bad', MFA), severity: 5 },
      fails('high'),
      passes('high', MFA),
      passes('good'),
      fails('accepted'),
      fails(null),
    ]);
    await feed(1, [fails('high'), passes('other')]);
    await accept(integrations[0] ?? '');
  });
  afterAll(() => service.stop());

  const accept = async (integrationId: string) => {
    const finding = { scanner: 'prowler', ruleId: AUDIT_TRAIL.prowler, integrationId, resourceId: 'accepted' };
    const input = { findings: [finding], reason: 'It goes next week.', expiresOn: dayAhead(7) };
    const { acceptFindings } = await service.a.admin.data<{
      acceptFindings: { results: { exception: { id: string } }[] };
    }>(ACCEPT, { input });
    const exceptionId = acceptFindings.results[0]?.exception.id;
    await service.a.auditor.data(APPROVE, { input: { exceptionId } });
  };
  const facetsOf = async (where: Where) =>
    (await service.a.member.data<{ resourceFacets: Facets }>(FACETS, { where })).resourceFacets;
  const listOf = async (where: Where) =>
    (
      await service.a.member.data<{
        resources: { totalCount: number; nodes: { resourceId: string; verdicts: { worstSeverity: string | null } }[] };
      }>(LIST, { where })
    ).resources;
  const countOf = async (where: Where) => (await listOf(where)).totalCount;

  it('count by the worst that fails and that no exception accepts', async () => {
    const { total, statuses, severities } = await facetsOf({});
    expect(total).toBe(6);
    expect(statuses).toEqual([
      { status: 'failing', count: 3 },
      { status: 'passing', count: 2 },
    ]);
    expect(severities.filter(({ count }) => count > 0)).toEqual([
      { severity: 'critical', count: 1 },
      { severity: 'high', count: 2 },
    ]);
  });

  it.each([
    ['nothing', () => ({})],
    ['a status', () => ({ status: 'failing' })],
    ['a severity', () => ({ worstSeverity: ['high'] })],
    ['an integration and a type', () => ({ integrationId: integrations[0], type: 'Thing' })],
    ['a text', () => ({ search: 'HI' })],
    ['a region that nothing has', () => ({ region: 'mars' })],
  ])('count for every value what the list has with it, where the filter is on %s', async (_what, filter) => {
    const where: Where = filter();
    const facets = await facetsOf(where);
    expect(facets.total).toBe(await countOf(where));
    for (const { status, count } of facets.statuses) {
      expect([status, count]).toEqual([status, await countOf({ ...where, status })]);
    }
    for (const { severity, count } of facets.severities) {
      expect([severity, count]).toEqual([severity, await countOf({ ...where, worstSeverity: [severity] })]);
    }
    for (const { integration, count } of facets.integrations) {
      expect(count).toBe(await countOf({ ...where, integrationId: integration.id }));
    }
    for (const { value, count } of facets.types) expect(count).toBe(await countOf({ ...where, type: value }));
    for (const { value, count } of facets.accounts) expect(count).toBe(await countOf({ ...where, account: value }));
    for (const { value, count } of facets.regions) expect(count).toBe(await countOf({ ...where, region: value }));
  });

  it('list the value that the filter names also where nothing has it', async () => {
    const { regions, types } = await facetsOf({ region: 'mars' });
    expect(regions).toContainEqual({ value: 'mars', count: 0 });
    expect(types).toEqual([]);
  });

  it('are of the same severities as the resources of the list', async () => {
    const { nodes } = await listOf({ worstSeverity: ['critical', 'high'] });
    const found = nodes.map(({ resourceId, verdicts }) => [resourceId, verdicts.worstSeverity]);
    expect(found.toSorted()).toEqual([
      ['bad', 'critical'],
      ['high', 'high'],
      ['high', 'high'],
    ]);
    expect((await listOf({ search: 'accepted' })).nodes[0]?.verdicts.worstSeverity).toBeNull();
  });

  it('are the same over REST, and none of another organization', async () => {
    const { body } = await service.a.member.get('/api/resources/facets?worst_severity=critical');
    expect(body).toMatchObject({ data: { total: 1, type_count: 1, types: [{ value: 'Thing', count: 1 }] } });
    const other = await service.b.member.get('/api/resources/facets');
    expect(other.body).toMatchObject({ data: { total: 0, types: [], integrations: [] } });
  });
});
