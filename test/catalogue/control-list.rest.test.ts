import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareControlIds } from '../../src/modules/catalogue/requirement.rules.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { catalogueOf, controlId, frameworkId, controlCountOf } from './shipped.js';
import { FRAMEWORK_ORDER } from '../../src/modules/catalogue/content-load.js';
import { contentOfOneSystem } from './content-of-one-system.js';

interface ControlBody {
  id: string;
  control_id: string;
  title: string;
  category: string;
  status: string;
  assurance: object | null;
  disputed: boolean;
  maturity_level: number | null;
}

const STATUSES = ['failed', 'not_applicable', 'not_assessed', 'passed'];

describe('the controls of a framework over REST', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    await connect(service.a.admin, 'demo');
    await runScan(service.a.member);
  });
  afterAll(() => service.stop());

  const path = (slug: string, query = '') => `/api/compliance/frameworks/${frameworkId(slug)}/controls${query}`;
  const list = (slug: string, query = '') => service.a.auditor.rest<ControlBody[]>(path(slug, query));
  const ids = async (slug: string, query = '') => (await list(slug, query)).map((control) => control.control_id);

  it.each(FRAMEWORK_ORDER)('of %s are all there, unpaged', async (slug) => {
    expect(await list(slug)).toHaveLength(controlCountOf(slug));
  });

  it('have the fields of the specification, assurance and disputed, and no other', async () => {
    const [first] = await list('soc2');
    expect(Object.keys(first ?? {}).sort()).toEqual([
      'assurance',
      'category',
      'control_id',
      'disputed',
      'id',
      'maturity_level',
      'status',
      'title',
    ]);
  });

  it.each([
    ['?level=1', { 1: 15 }, 15],
    ['?level=2', { 1: 15, 2: 110 }, 125],
    ['?level=3', { 1: 15, 2: 110, 3: 24 }, 149],
    ['', { 1: 15, 2: 110, 3: 24 }, 149],
  ])('of CMMC with "%s" are those of the level and below', async (query, byLevel, total) => {
    const controls = await list('cmmc', query);
    expect(controls).toHaveLength(total);
    const counts = Map.groupBy(controls, (control) => control.maturity_level);
    expect(Object.fromEntries([...counts].map(([level, all]) => [level, all.length]))).toEqual(byLevel);
  });

  it('of a framework without levels do not mind the level, and have none', async () => {
    const controls = await list('soc2', '?level=1');
    expect(controls).toHaveLength(controlCountOf('soc2'));
    expect(controls.every((control) => control.maturity_level === null)).toBe(true);
  });

  it('are in natural order of control_id by default and by sort=control_id', async () => {
    const expected = (await ids('pci-dss')).toSorted(compareControlIds);
    expect(await ids('pci-dss')).toEqual(expected);
    expect(await ids('pci-dss', '?sort=control_id')).toEqual(expected);
    expect(expected.indexOf('2.2.7')).toBeLessThan(expected.indexOf('10.1.1'));
  });

  it('are reversed by a leading minus', async () => {
    const forward = await ids('nist-csf', '?sort=control_id');
    expect(await ids('nist-csf', '?sort=-control_id')).toEqual(forward.toReversed());
  });

  it('are sorted by category, ties by natural control_id, in both directions', async () => {
    const up = await list('soc2', '?sort=category');
    const categories = up.map(({ category }) => category);
    expect(categories).toEqual(categories.toSorted((a, b) => a.localeCompare(b, 'en')));
    const down = await list('soc2', '?sort=-category');
    expect(down.map(({ category }) => category)).toEqual(categories.toReversed());
    for (const controls of [up, down]) expect(tiesAreNatural(controls, ({ category }) => category)).toBe(true);
  });

  it('are sorted by status, then by what comes after the comma', async () => {
    const controls = await list('soc2', '?sort=status,-control_id');
    const statuses = controls.map(({ status }) => status);
    expect(new Set(statuses).size).toBeGreaterThan(1);
    expect(statuses).toEqual(statuses.toSorted());
    const failed = controls.filter(({ status }) => status === 'failed').map((control) => control.control_id);
    expect(failed).toEqual(failed.toSorted(compareControlIds).toReversed());
  });

  it('are narrowed to one status, and the four statuses together are all', async () => {
    const parts = await Promise.all(STATUSES.map((status) => list('pci-dss', `?status=${status}`)));
    parts.forEach((part, index) => {
      expect(part.every(({ status }) => status === STATUSES[index])).toBe(true);
    });
    const [failed = [], notApplicable, notAssessed = [], passed = []] = parts;
    for (const part of [failed, notAssessed, passed]) expect(part.length).toBeGreaterThan(0);
    // A scan leads to the other three alone.
    expect(notApplicable).toEqual([]);
    expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(controlCountOf('pci-dss'));
  });

  it('have an assurance where they are passed, and only there: in full but for a lone part mapping', async () => {
    const { controlById } = catalogueOf();
    const controls = await list('pci-dss');
    expect(controls.some(({ status }) => status === 'passed')).toBe(true);
    for (const { control_id: id, status, assurance, disputed } of controls) {
      const mappings = controlById.get(controlId('pci-dss', id))?.mappings ?? [];
      const isLonePart = mappings.length === 1 && mappings.every(({ asksMore }) => asksMore);
      const shown = isLonePart ? { level: 'partial', shown: 1, needed: 2 } : { level: 'full', shown: 1, needed: 1 };
      expect(disputed).toBe(false);
      expect(assurance).toEqual(status === 'passed' ? shown : null);
    }
  });

  it('are narrowed to one category, without case', async () => {
    expect(await list('soc2', '?category=privacy')).toHaveLength(18);
    expect(await ids('soc2', '?category=Confidentiality')).toEqual(['C1.1', 'C1.2']);
    expect(await list('soc2', '?category=Priv')).toEqual([]);
  });

  it.each(['IAM', 'iam'])('are narrowed to those that are mapped into the domain %s, each once', async (domain) => {
    const mapped = catalogueOf()
      .frameworkBySlug.get('soc2')
      ?.controls.filter(({ mappings }) =>
        mappings.some(({ universalControl }) => universalControl.domain.code === 'IAM'),
      );
    expect(mapped?.length).toBeGreaterThan(0);
    expect(await ids('soc2', `?domain=${domain}`)).toEqual(mapped?.map((control) => control.controlId));
  });

  it('name the parameter when the domain is none', async () => {
    const { status, body } = await service.a.auditor.get(path('soc2', '?domain=NOT'));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field: '/domain' }] } });
  });

  it('are searched in their ids, without case, and filters narrow each other', async () => {
    // Found by the keywords of their universal controls, which they spell out or do not name.
    for (const keyword of ['ePHI', 'BYOD', 'MFA', 'EDR', 'DLP', 'SBOM', 'SSP', 'POA%26M']) {
      const found = await Promise.all(['cmmc', 'hipaa', 'pci-dss'].map((slug) => ids(slug, `?q=${keyword}`)));
      expect(found.flat(), keyword).not.toEqual([]);
    }
    expect(await ids('pci-dss', '?q=mfa')).toContain('8.4.2');
    expect(await ids('soc2', '?q=pi1.')).toEqual(['PI1.1', 'PI1.2', 'PI1.3', 'PI1.4', 'PI1.5']);
    expect(await ids('soc2', '?q=pi1.&category=Privacy')).toEqual([]);
    expect(await ids('cmmc', '?q=3.1.12&level=1')).toEqual([]);
    expect(await ids('cmmc', '?q=3.1.12&level=2')).toEqual(['AC.L2-3.1.12']);
  });

  it.each([
    '?level=0',
    '?level=4',
    '?level=two',
    '?status=pass',
    '?sort=title',
    '?sort=control_id,',
    '?order=asc',
    '?level=1&level=2',
  ])('are refused with %s', async (query) => {
    const { status, body } = await service.a.auditor.get(path('cmmc', query));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  it('are not found under an id that does not exist or is none', async () => {
    const unknown = '/api/compliance/frameworks/00000000-0000-5000-8000-000000000000/controls';
    expect((await service.a.auditor.get(unknown)).status).toBe(404);
    expect((await service.a.auditor.get('/api/compliance/frameworks/nothing/controls')).status).toBe(404);
  });

  it('are found whatever the case of the id', async () => {
    const upper = `/api/compliance/frameworks/${frameworkId('soc2').toUpperCase()}/controls`;
    expect(await service.a.auditor.rest<ControlBody[]>(upper)).toHaveLength(controlCountOf('soc2'));
  });

  it('of a framework that is not active for the tenant are refused with 422', async () => {
    const starter = await service.addTenant('Starter', 'STARTER');
    const { status, body } = await starter.admin.get(path('pci-dss'));
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'FRAMEWORK_NOT_ACTIVE' } });
    expect(await starter.admin.rest(path('soc2'))).toHaveLength(controlCountOf('soc2'));
  });

  it('are not assessed for a tenant that has scanned nothing', async () => {
    const controls = await service.b.member.rest<ControlBody[]>(path('soc2'));
    expect(controls.every(({ status }) => status === 'not_assessed')).toBe(true);
  });
});

/** Whether controls that are equal in `key` stand in natural order of their ids. */
function tiesAreNatural(controls: ControlBody[], key: (control: ControlBody) => string): boolean {
  return [...Map.groupBy(controls, key).values()].every((group) => {
    const codes = group.map((control) => control.control_id);
    return codes.toSorted(compareControlIds).every((code, index) => code === codes[index]);
  });
}
