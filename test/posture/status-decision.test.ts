import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Control, Mapping } from '../../src/modules/catalogue/catalogue.js';
import { minute, PostureBench, type TenantBench } from './bench.js';
import { ASSESSMENTS, FULL, TESTS, type Line } from './status-cases.js';
import { TESTS_AND_ASSESSMENTS } from './status-cases-together.js';

describe('the status of a control', () => {
  let bench: PostureBench;

  beforeAll(async () => {
    bench = await PostureBench.open();
  });
  afterAll(() => bench.close());

  /** The first control of the catalogue with other mappings. */
  function controlOf(lines: readonly Line[], method: Control['method'] = 'automated'): Control {
    const [first] = bench.catalogue.controls;
    if (!first) throw new Error('the catalogue is empty');
    const control: Control = { ...first, method, mappings: [] };
    control.mappings = lines.map(([no, covers, relationship]): Mapping => {
      const universalControl = bench.catalogue.universalControlByNo.get(no);
      if (!universalControl) throw new Error(`no universal control ${no}`);
      const asksMore = relationship === 'superset' || relationship === 'intersects';
      return { id: '', universalControl, control, covers, asksMore, relationship, corroborations: 0, rationale: '' };
    });
    return control;
  }

  async function stored(tenant: TenantBench, control: Control): Promise<{ status: string; isDisputed: boolean }> {
    const posture = await tenant.posture();
    const { level, shown, isDisputed } = posture.assuranceOf(control);
    const status = posture.statusOf(control) ?? '';
    const isWhole = control.mappings.length > 1 || /equal|subset/.test(control.mappings[0]?.relationship ?? '');
    const needed = level === 'full' ? shown : control.mappings.length + (isWhole ? 0 : 1);
    return { status: status === 'passed' ? `${status} ${level} ${shown}/${needed}` : status, isDisputed };
  }

  it.each([...TESTS, ...ASSESSMENTS, ...TESTS_AND_ASSESSMENTS])(
    '$guarantee',
    async ({ mappings, method, votes = [], assessments = [], status, isDisputed = false }) => {
      const control = controlOf(mappings, method);
      const tenant = await bench.addTenant();
      const integrations = new Map<string, string>();
      for (const [name, element, result, at, off] of votes) {
        const id = integrations.get(name) ?? (await tenant.addIntegration(off ? 'disconnected' : 'connected'));
        integrations.set(name, id);
        const [universalNo = 0, no = 0] = element.split('.').map(Number);
        await tenant.vote(id, { universalNo, element: no }, result, minute(at));
      }
      for (const [universalNo, verdict, at, note] of assessments) {
        await tenant.assess(universalNo, verdict, minute(at), note ?? null);
      }
      await tenant.decide([control]);
      expect(await stored(tenant, control)).toEqual({ status, isDisputed });
    },
  );

  it('ignores votes and assessments of another tenant', async () => {
    const control = controlOf(FULL);
    const [mine, theirs] = [await bench.addTenant(), await bench.addTenant()];
    const [element, other] = [
      { universalNo: 0, element: 1 },
      { universalNo: 0, element: 2 },
    ];
    await theirs.vote(await theirs.addIntegration(), element, 'fail', minute(1));
    await theirs.assess(0, 'non_compliant', minute(2));
    const integration = await mine.addIntegration();
    for (const each of [element, other]) await mine.vote(integration, each, 'pass', minute(1));
    await mine.decide([control]);
    await theirs.decide([control]);
    expect((await mine.posture()).statusOf(control)).toBe('passed');
    expect((await theirs.posture()).statusOf(control)).toBe('failed');
  });

  it('follows an assessment in every mapped framework, whatever the relationship', async () => {
    const universalControl = bench.catalogue.universalControls.find(
      ({ mappings }) => new Set(mappings.map(({ relationship }) => relationship)).size === 3,
    );
    if (!universalControl) throw new Error('no universal control with three kinds of relationship');
    const tenant = await bench.addTenant();
    await tenant.assess(universalControl.no, 'compliant', minute(1));
    const changes = await tenant.decide(bench.catalogue.controls);
    expect(changes.map(({ controlNo }) => controlNo)).toEqual(
      universalControl.mappings.map(({ control }) => control.no).toSorted((a, b) => a - b),
    );
    expect(changes.every(({ status }) => status === 'passed')).toBe(true);
  });
});
