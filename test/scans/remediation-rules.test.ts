import { describe, expect, it } from 'vitest';
import { remediationOf } from '../../src/modules/scans/remediation.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { TINY, tinyControl } from './tiny-catalogue.js';

const AWS_SEARCH = 'https://docs.aws.amazon.com/search/doc-search.html?searchPath=documentation&searchQuery=';

/** A failing check of the catalogue, or a failing rule known from a report alone. */
const failing = (ruleId: string) => ({
  ruleId,
  title: `Title of ${ruleId}`,
  check: TINY.resolveRule('crosswalk', ruleId),
});

describe('the remediation of a control', () => {
  it('has the steps of the checks that fail now, and of no other', () => {
    expect(remediationOf(tinyControl('soc2 CC1.1'), [failing('aws.test.two')])).toEqual({
      summary: 'Repair two.',
      effort: 'high',
      steps: [{ order: 1, title: 'Step of two', instruction: 'Do two', command: null }],
      references: ['Shared reference', 'Reference two'],
      documentation: [
        { title: 'Shared reference', searchUrl: `${AWS_SEARCH}Shared%20reference` },
        { title: 'Reference two', searchUrl: `${AWS_SEARCH}Reference%20two` },
      ],
    });
  });

  it('has those of the checks that can pass it where none fails, worst first, with the highest effort and each reference once', () => {
    const { summary, effort, steps, references } = remediationOf(tinyControl('soc2 CC1.1'), []);
    expect(summary).toBe('Repair one. Repair two.');
    expect(effort).toBe('high');
    expect(steps.map(({ order, title }) => [order, title])).toEqual([
      [1, 'Step of one'],
      [2, 'Step of two'],
    ]);
    expect(references).toEqual(['Shared reference', 'Reference one', 'Reference two']);
  });

  it('begins with the worst of the failing checks', () => {
    const { steps } = remediationOf(tinyControl('pci-dss 1.2'), [failing('aws.test.three'), failing('aws.test.four')]);
    expect(steps.map(({ title }) => title)).toEqual(['Step of four', 'Step of three']);
  });

  it('refers to the scanner for a failing rule known from its report alone, without the steps of other checks', () => {
    const { summary, steps } = remediationOf(tinyControl('soc2 CC1.1'), [failing('XYZ.1')]);
    expect(summary).toBe('Repair what the scanner reports: Title of XYZ.1.');
    expect(steps.map(({ order, title, command }) => [order, title, command])).toEqual([[1, 'Title of XYZ.1', null]]);
    expect(steps[0]?.instruction).toContain('rule XYZ.1');
  });

  it('says how many more checks fail than those whose steps it has', () => {
    const control = tinyControl('soc2 CC1.1');
    const more = ({ summary }: { summary: string }) => /(\d+) more checks? must pass/.exec(summary)?.[1];
    const rules = (count: number) => Array.from({ length: count }, (_, no) => failing(`XYZ.${no}`));
    expect(more(remediationOf(control, rules(3)))).toBeUndefined();
    expect(more(remediationOf(control, rules(4)))).toBe('1');
    expect(more(remediationOf(control, [failing('aws.test.two'), ...rules(2)]))).toBe('2');
    expect(more(remediationOf(control, [failing('aws.test.two'), failing('aws.test.two')]))).toBeUndefined();
  });

  it.each([
    ['no check reaches it', { ...tinyControl('soc2 CC2.1'), checks: [] }],
    ['checks only support it', tinyControl('soc2 CC2.1')],
  ])('is to assess its universal controls where %s', (_, control) => {
    const { summary, steps } = remediationOf(control, []);
    expect(summary).toContain('UCF-T-4');
    expect(steps).toEqual([
      { order: 1, title: 'UCF-T-4: Title of UCF-T-4', instruction: 'Description of UCF-T-4', command: null },
    ]);
  });

  it('is to assess its universal controls where it is manual, or checks leave an element of it untested', () => {
    const control = tinyControl('soc2 CC1.1');
    const untested = control.mappings.map((mapping) => ({ ...mapping, covers: [1, 2] }));
    for (const each of [
      { ...control, method: 'manual' as const },
      { ...control, mappings: untested },
    ]) {
      expect(remediationOf(each, []).steps.map(({ title }) => title)).toEqual(['UCF-T-1: Title of UCF-T-1']);
    }
  });

  it('covers at most three checks, and has a step for every control of every framework', () => {
    for (const control of catalogueOf().controls) {
      const { summary, steps } = remediationOf(control, []);
      expect(summary.length).toBeGreaterThan(0);
      const named = control.checks.filter(({ remediation }) => summary.includes(remediation?.summary ?? '-'));
      expect(named.length).toBeLessThanOrEqual(3);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.map(({ order }) => order)).toEqual(steps.map((_, index) => index + 1));
    }
  });
});
