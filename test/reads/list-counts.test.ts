import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Migration20261129120000_list_counts as ListCounts } from '../../schema/migrations/Migration20261129120000_list_counts.js';
import { Migration20261129120001_counts_of_lists as CountsOfLists } from '../../schema/migrations/Migration20261129120001_counts_of_lists.js';
import { catalogueOf, controlId } from '../catalogue/shipped.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { file, uploaded } from '../evidence/form.js';
import { auditTrail, prowlerReport } from '../integrations/reports.js';
import { openHousekeeping, type Housekeeping } from '../storage/housekeeping.js';
import { connect, runImport } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { miscounted } from './list-counts.js';

const CONTROL = controlId('pci-dss', '10.2.1.6');
const OTHER = controlId('soc2', 'CC6.1');
const UNIVERSAL = catalogueOf().universalControls[0]?.id ?? '';

describe('the stored counts of lists', () => {
  let service: TestService;
  let keeping: Housekeeping;
  const scans: string[] = [];

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    keeping = await openHousekeeping(service);
  });
  afterAll(async () => {
    await keeping.close();
    await service.stop();
  });

  const upload = (content: string, fields: Record<string, string> = {}) =>
    uploaded(
      service.a.admin,
      file(content, `${content}.txt`),
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    );
  const change = async (path: string, body?: object) =>
    expect((await service.a.admin.post(path, body)).status, path).toBeLessThan(300);

  it('are exact after uploads with and without expiry, versions, links and withdrawals', async () => {
    const first = await upload('first', { control_id: CONTROL, expires_at: '2099-03-01T11:00:00Z' });
    await upload('second', { version_of: first.id, expires_at: '2099-03-01T13:00:00Z' });
    const third = await upload('third', { control_id: CONTROL, expires_at: '2099-03-31' });
    const fourth = await upload('fourth', { expires_at: '2099-04-02T23:59:59Z' });
    await upload('fifth');
    await change(`/api/evidence/${fourth.id}/link`, { control_ids: [CONTROL, OTHER] });
    await change(`/api/evidence/${fourth.id}/link`, { control_ids: [CONTROL] });
    await change(`/api/evidence/${third.id}/unlink`, { control_ids: [CONTROL] });
    for (const { id } of [third, fourth])
      await change(`/api/evidence/${id}/withdraw`, { reason_code: 'other', reason: 'Not this one.' });
    await change(`/api/evidence/${third.id}/restore`);
    expect(await miscounted(service.database)).toEqual([]);
  });

  it('are exact after uploads at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => upload(`together-${String(n)}`, { control_id: n % 2 ? CONTROL : OTHER })),
    );
    expect(await miscounted(service.database)).toEqual([]);
  });

  it('are exact after scans and assessments', async () => {
    const integration = await connect(service.a.admin, 'prowler');
    for (const verdict of ['PASS', 'PASS', 'FAIL'] as const)
      scans.push((await runImport(service.a.admin, integration, prowlerReport([auditTrail(verdict)]))).id);
    await assess(service.a.admin, UNIVERSAL, 'compliant', { details: 'Seen.' });
    await assess(service.a.admin, UNIVERSAL, 'non_compliant');
    expect(await miscounted(service.database)).toEqual([]);
  });

  it.each([
    '/api/evidence?',
    '/api/evidence?type=auto',
    '/api/evidence?type=manual',
    '/api/evidence?type=manual&all_versions=true',
    `/api/evidence?control_id=${CONTROL}`,
    `/api/evidence?control_id=${CONTROL}&all_versions=true`,
    `/api/evidence?control_id=${CONTROL}&type=auto`,
    `/api/evidence?control_id=${CONTROL}&expires_from=2099-03-01T12:00:00Z`,
    '/api/evidence?expires_from=2099-03-01T10:00:00Z&expires_before=2099-03-01T12:00:00Z&all_versions=true',
    '/api/evidence?expires_from=2099-03-01T12:00:00Z&expires_before=2099-03-01T14:00:00Z',
    '/api/evidence?expires_from=2099-03-01T12:00:00Z&expires_before=2099-04-02T12:00:00Z',
    '/api/evidence?expires_from=2099-03-01T00:00:00Z&expires_before=2099-03-31T00:00:01Z&all_versions=true',
    '/api/evidence?expires_from=2099-03-02T00:00:00Z&expires_before=2099-04-03T00:00:00Z',
    '/api/evidence?expires_from=2099-04-03T00:00:00Z&expires_before=2099-03-01T00:00:00Z',
    '/api/evidence?expires_before=9999-12-31T23:59:59Z',
    '/api/evidence?expires_from=9999-12-31T23:59:59Z',
    '/api/audit-log?',
    '/api/audit-log?action=evidence.',
    '/api/audit-log?action=evidence.uploaded&resource_type=evidence',
    '/api/audit-log?action=evidence.uploaded&resource_type=scan',
    '/api/audit-log?resource_type=assessment',
    '/api/audit-log?action=evidence.&from=2020-01-01T00:00:00Z',
    '/api/ucf/assessments?',
    '/api/ucf/assessments?status=non_compliant',
    `/api/ucf/assessments?universal_control_id=${UNIVERSAL}`,
    `/api/ucf/assessments?universal_control_id=${UNIVERSAL}&status=compliant`,
  ])('make the total of %s the number of its items', async (path) => {
    const page = await service.a.admin.get(`${path}&limit=1`);
    const all = await service.a.admin.rest<unknown[]>(path);
    expect(page.headers.get('x-total-count')).toBe(String(all.length));
  });

  it('are exact after the retention has deleted scans with their artifacts', async () => {
    const before = await service.a.admin.rest<unknown[]>('/api/evidence?type=auto');
    await service.database.query(
      `update scans set completed_at = completed_at - interval '400 days' where id = any($1)`,
      [scans.slice(0, 2)],
    );
    expect(await keeping.retain(0)).toBe(2);
    const after = await service.a.admin.rest<unknown[]>('/api/evidence?type=auto');
    expect(after).toHaveLength(before.length - 2);
    expect(await miscounted(service.database)).toEqual([]);
  });

  it('are filled by the migration from what is there', async () => {
    const migration = new ListCounts(...([] as unknown as ConstructorParameters<typeof ListCounts>));
    migration.up();
    const queries = migration.getQueries().filter((query) => typeof query === 'string');
    const [filling = ''] = queries.filter((query) => query.includes('function fill_list_counts'));
    const { batch } = new CountsOfLists(...([] as unknown as ConstructorParameters<typeof CountsOfLists>));
    await service.database.query('delete from list_counts');
    expect(await miscounted(service.database)).not.toEqual([]);
    await service.database.query(filling);
    for (const { tenantId } of [service.a, service.b]) {
      const [row] = await service.database.query<{ place: string | null }>(batch, [tenantId, null]);
      expect(row).toEqual({ place: null });
    }
    expect(await miscounted(service.database)).toEqual([]);
  });
});
