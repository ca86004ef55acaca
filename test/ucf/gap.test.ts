import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, controlCountOf, controlId, frameworkId, universalControlId } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { assess } from './assessments.js';

interface Gap {
  from: string;
  to: string;
  totalControls: number;
  fullControls: number;
  partControls: number;
  noneControls: number;
  controls: { cover: string; control: { controlId: string; status: string }; universalControls: { code: string }[] }[];
}

const GAP = `query (
  $from: String!, $to: String!, $relations: [Relationship!], $status: ControlStatus, $assurance: AssuranceLevel
) {
  gap(from: $from, to: $to, relations: $relations, status: $status, assurance: $assurance) {
    from to totalControls fullControls partControls noneControls
    controls { cover control { controlId status } universalControls { code } }
  }
}`;

const { frameworkBySlug } = catalogueOf();
const mappingsOf = (slug: string) => frameworkBySlug.get(slug)?.controls.map(({ mappings }) => mappings) ?? [];

/** Covers of the controls of ISO 27001 by SOC 2, counted by the words of schema/contract/ucf.md, "Gap between frameworks". */
function countedCovers(): { fullControls: number; partControls: number; noneControls: number } {
  const elementsOf = ({ covers, universalControl: { code } }: ReturnType<typeof mappingsOf>[number][number]) =>
    covers.map((element) => `${code} ${element}`);
  const asked = new Set(mappingsOf('soc2').flat().flatMap(elementsOf));
  const isAsked = (element: string) => asked.has(element);
  const covers = mappingsOf('iso27001').map((mappings) => {
    if (!mappings.flatMap(elementsOf).some(isAsked)) return 'none';
    const whole = mappings.filter((mapping) => elementsOf(mapping).every(isAsked));
    if (whole.some(({ asksMore }) => !asksMore)) return 'full';
    return mappings.length > 1 && whole.length === mappings.length ? 'full' : 'part';
  });
  const count = (cover: string) => covers.filter((each) => each === cover).length;
  return { fullControls: count('full'), partControls: count('part'), noneControls: count('none') };
}

describe('the gap between two frameworks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await assess(service.a.auditor, universalControlId('UCF-IAM-04'), 'compliant');
  });
  afterAll(() => service.stop());

  const gap = async (variables: Record<string, unknown>, by = service.a.member) =>
    (await by.data<{ gap: Gap }>(GAP, variables)).gap;
  const soc2ToIso = { from: 'SOC 2', to: 'ISO 27001' };
  const lineOf = ({ controls }: Gap, code: string) => controls.find(({ control }) => control.controlId === code);

  it('counts the controls of ISO 27001 by what SOC 2 asks for', async () => {
    const { controls, ...counts } = await gap(soc2ToIso);
    expect(counts).toEqual({ ...soc2ToIso, totalControls: controlCountOf('iso27001'), ...countedCovers() });
    expect(Math.min(counts.fullControls, counts.partControls, counts.noneControls)).toBeGreaterThan(0);
    expect(controls).toHaveLength(counts.totalControls);
  });

  it('shows how each control is covered, and over which universal controls', async () => {
    const found = await gap(soc2ToIso);
    // A.5.18 asks for UCF-IAM-03 1, 2, 4; UCF-IAM-04 1, 4; UCF-IAM-05 1, 5, and SOC 2 for all of these.
    expect(lineOf(found, 'A.5.18')).toMatchObject({
      cover: 'full',
      universalControls: [{ code: 'UCF-IAM-03' }, { code: 'UCF-IAM-04' }, { code: 'UCF-IAM-05' }],
    });
    // 5.2 asks for UCF-POL-01 1 to 4, SOC 2 for 2 alone.
    expect(lineOf(found, '5.2')).toMatchObject({ cover: 'part', universalControls: [{ code: 'UCF-POL-01' }] });
    // 6.1.2 asks for UCF-RSK-01 2, of which SOC 2 asks for 1; and for UCF-RSK-02 1, 2 and more, of which it asks for 1 and 2.
    expect(lineOf(found, '6.1.2')).toMatchObject({ cover: 'part', universalControls: [{ code: 'UCF-RSK-02' }] });
    expect(lineOf(found, '10.1')).toMatchObject({ cover: 'none', universalControls: [] });
  });

  it('has the organization’s own status of each control', async () => {
    expect(lineOf(await gap(soc2ToIso), 'A.5.18')?.control.status).toBe('passed');
    expect(lineOf(await gap(soc2ToIso, service.b.member), 'A.5.18')?.control.status).toBe('not_assessed');
  });

  it('lists and counts controls with the wanted status and assurance alone', async () => {
    const passed = await gap({ ...soc2ToIso, status: 'passed' });
    expect(passed.controls.length).toBeGreaterThan(0);
    expect(new Set(passed.controls.map(({ control }) => control.status))).toEqual(new Set(['passed']));
    expect(passed.totalControls).toBe(passed.fullControls + passed.partControls + passed.noneControls);
    expect(passed.totalControls).toBe(passed.controls.length);
    const partial = await gap({ ...soc2ToIso, assurance: 'partial' });
    const full = await gap({ ...soc2ToIso, assurance: 'full' });
    expect(partial.totalControls + full.totalControls).toBe(passed.totalControls);
  });

  it('counts only mappings of the wanted framework with the wanted relationships', async () => {
    const line = lineOf(await gap({ ...soc2ToIso, relations: ['equal', 'subset'] }), 'A.5.18');
    expect(line).toMatchObject({ cover: 'none', universalControls: [] });
  });

  it('of a framework to itself is nothing', async () => {
    expect(await gap({ from: 'soc2', to: frameworkId('soc2') })).toMatchObject({
      fullControls: controlCountOf('soc2'),
      partControls: 0,
    });
  });

  it('has every control of the wanted framework once, in natural order', async () => {
    const { controls } = await gap({ from: 'HIPAA', to: 'SOC 2' });
    const codes = controls.map(({ control }) => control.controlId);
    expect(new Set(codes).size).toBe(controlCountOf('soc2'));
    expect(codes.indexOf('CC1.2')).toBeLessThan(codes.indexOf('CC2.1'));
  });

  it('is refused for an unknown framework and for one that is not active', async () => {
    const ofSoc2 = await service.addTenant('Gamma', 'STARTER', ['soc2']);
    const codeOf = async (from: string) => {
      const { body } = await ofSoc2.member.graphql(GAP, { from, to: 'SOC 2' });
      return (body as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code;
    };
    expect(await codeOf('Nope')).toBe('NOT_FOUND');
    expect(await codeOf('HIPAA')).toBe('FRAMEWORK_NOT_ACTIVE');
  });

  it('costs at most two statements', async () => {
    expect(await costOf(service, () => gap(soc2ToIso))).toBeLessThanOrEqual(2);
  });

  describe('over REST', () => {
    const get = (query: string) => service.a.member.get(`/api/ucf/gap${query}`);

    it('is the same in snake_case', async () => {
      const data = await service.a.member.rest<Record<string, unknown>>('/api/ucf/gap?from=SOC%202&to=iso27001');
      const { fullControls, partControls } = countedCovers();
      const counts = { full_controls: fullControls, part_controls: partControls };
      expect(data).toMatchObject({ from: 'SOC 2', to: 'ISO 27001', ...counts });
      const [first] = data.controls as Record<string, unknown>[];
      expect(Object.keys(first ?? {})).toEqual(['cover', 'control', 'universal_controls']);
      const lines = data.controls as { control: { id: string }; cover: string }[];
      expect(lines.find(({ control }) => control.id === controlId('iso27001', 'A.5.18'))?.cover).toBe('full');
    });

    it('names each missing parameter', async () => {
      const { status, body } = await get('');
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          details: [
            { field: '/from', message: 'is required' },
            { field: '/to', message: 'is required' },
          ],
        },
      });
    });

    it('takes several relations, each as a parameter of its own, and names a wrong one', async () => {
      expect((await get('?from=soc2&to=hipaa&relations=equal&relations=subset')).status).toBe(200);
      const { status, body } = await get('?from=soc2&to=hipaa&relations=equal&relations=nope');
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: [{ field: '/relations/1' }] } });
    });
  });
});
