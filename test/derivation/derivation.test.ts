import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../catalogue/shipped.js';
import { exclude, select, settle } from '../scope/scoping.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { derivedControls, recomputed, type DerivedControl } from './recomputed.js';

describe('the derivation of a control', () => {
  let service: TestService;
  let answers = new Map<string, DerivedControl>();

  beforeAll(async () => {
    service = await startService();
    const { admin, auditor, member } = service.a;
    await connect(admin, 'demo');
    await runScan(member);
    const catalogue = catalogueOf();
    // Every third universal control: compliant with a note, compliant without one, or not compliant.
    for (const [index, { id }] of catalogue.universalControls.entries()) {
      if (index % 3 !== 0) continue;
      const status = index % 9 === 6 ? 'non_compliant' : 'compliant';
      const input = { universalControlId: id, status, details: index % 9 === 0 ? 'Seen.' : null };
      await auditor.data(
        'mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }',
        {
          input,
        },
      );
    }
    await settle(admin, 'approve', [await select(auditor, 'SOC 2', ['security', 'privacy'])]);
    const [excluded] = catalogue.frameworkBySlug.get('hitrust')?.controls ?? [];
    await settle(admin, 'approve', (await exclude(auditor, [excluded?.id ?? ''])).decisions);
    answers = await derivedControls(
      member,
      catalogue.controls.map(({ id }) => id),
    );
  });
  afterAll(() => service.stop());

  it('is enough to work out the status, the assurance and a dispute of every control', () => {
    const { controls } = catalogueOf();
    expect(answers.size).toBe(controls.length);
    for (const { id, controlId, framework } of controls) {
      const answer = answers.get(id);
      if (!answer) throw new Error(`no answer for ${framework.slug} ${controlId}`);
      const { status, assurance, disputed } = answer;
      expect({ control: `${framework.slug} ${controlId}`, status, assurance, disputed }).toEqual({
        control: `${framework.slug} ${controlId}`,
        ...recomputed(answer),
      });
    }
  });

  it('meets every status, both levels of assurance and disputes', () => {
    const found = [...answers.values()];
    expect(new Set(found.map(({ status }) => status))).toEqual(
      new Set(['passed', 'failed', 'not_assessed', 'not_applicable']),
    );
    expect(new Set(found.flatMap(({ assurance }) => assurance?.level ?? []))).toEqual(new Set(['full', 'partial']));
    expect(found.some(({ disputed }) => disputed)).toBe(true);
  });

  it('has nothing missing exactly where a control is out of scope, or passed and all of it is shown', () => {
    for (const { status, assurance, derivation } of answers.values()) {
      const isComplete = status === 'passed' && assurance?.level === 'full';
      if (isComplete || status === 'not_applicable') expect(derivation.missing).toEqual([]);
      else if (status !== 'passed' || assurance?.level === 'partial') expect(derivation.missing).not.toEqual([]);
    }
  });

  it('names of a mapping in which something fails, and that nobody has assessed, every element that is not shown', () => {
    const contradicted = [...answers.values()].flatMap(({ derivation: { mappings, missing } }) =>
      mappings
        .filter(({ elements, assessment }) => assessment === null && elements.some(({ state }) => state === 'failed'))
        .map(({ elements, mapping: { universalControl } }) => ({
          open: elements.filter(({ state }) => state !== 'passed').map(({ number }) => number),
          named: missing
            .filter((part) => part.universalControl.code === universalControl.code)
            .flatMap((part) => part.elements),
        })),
    );
    // Besides what fails others are open: the repair alone would not be enough.
    expect(contradicted.filter(({ open }) => open.length > 1).length).toBeGreaterThan(5);
    for (const { open, named } of contradicted) expect(named).toEqual(expect.arrayContaining(open));
  });
});
