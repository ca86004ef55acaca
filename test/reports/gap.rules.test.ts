import { describe, expect, it } from 'vitest';
import { SEVERITIES } from '../../src/connectors/finding.js';
import { priorityOf } from '../../src/modules/remediation/priority.rules.js';
import { reportWords } from '../../src/modules/reports/report-words.rules.js';
import { rankGaps } from '../../src/modules/reports/gap.rules.js';
import type { ReportFacts } from '../../src/modules/reports/report-facts.js';
import { byAssessment, byScan, facts, failing, report } from './tiny-facts.js';

describe('the priority of a gap', () => {
  it.each([
    [{ severity: 'critical', frameworks: 7, effort: 'low' } as const, 60],
    [{ severity: 'high', frameworks: 1, effort: 'medium' } as const, 35],
    [{ severity: 'medium', frameworks: 2, effort: 'high' } as const, 24],
    [{ severity: 'informational', frameworks: 1, effort: 'high' } as const, 2],
  ])('of %j is %i', (inputs, priority) => {
    expect(priorityOf(inputs)).toBe(priority);
  });

  it('can exceed the next severity by frameworks and effort', () => {
    expect(priorityOf({ severity: 'medium', frameworks: 7, effort: 'low' })).toBeGreaterThan(
      priorityOf({ severity: 'high', frameworks: 1, effort: 'high' }),
    );
  });

  it('never exceeds a severity two steps higher', () => {
    for (const [index, severity] of SEVERITIES.slice(2).entries()) {
      const graver = SEVERITIES[index] ?? 'critical';
      expect(priorityOf({ severity, frameworks: 7, effort: 'low' })).toBeLessThan(
        priorityOf({ severity: graver, frameworks: 1, effort: 'high' }),
      );
    }
  });
});

describe('the order of gaps', () => {
  const ranked = (about: ReportFacts) =>
    rankGaps(reportWords('en'), about).map(({ rank, facts: { control }, priority, frameworks }) => [
      rank,
      control.controlId,
      priority,
      frameworks,
    ]);

  it('puts failed controls first, then ranks by severity, gaining frameworks and effort', () => {
    // CC1.1: medium 20 + SOC 2 and PCI DSS (1.1 fails too) 4 + check two is a project 0.
    // CC1.2: partially compliant is medium 20 + SOC 2 alone 2 + check two 0.
    // CC1.10: nobody looked; check four would be critical 40 + SOC 2 alone 2 (1.2 passed) + minutes 6.
    const about = report(
      [
        facts('CC1.1', 'failed', { decision: byScan('It fails.'), failingRules: failing('two') }),
        facts('CC1.2', 'failed', { decision: byAssessment('partially_compliant') }),
        facts('CC1.10', 'not_assessed'),
        facts('CC2.1', 'passed', { decision: byScan('It passes.') }),
      ],
      { '1.1': 'failed', '1.2': 'passed' },
    );
    expect(ranked(about)).toEqual([
      [1, 'CC1.1', 24, ['SOC 2', 'PCI DSS']],
      [2, 'CC1.2', 22, ['SOC 2']],
      [3, 'CC1.10', 48, ['SOC 2']],
    ]);
  });

  it('counts active frameworks only', () => {
    const controls = [facts('CC1.1', 'failed', { decision: byScan('It fails.'), failingRules: failing('two') })];
    const about = report(controls, { '1.1': 'failed' });
    const soc2Only = { ...about, activeFrameworks: about.activeFrameworks.slice(0, 1) };
    expect(ranked(soc2Only)).toEqual([[1, 'CC1.1', 22, ['SOC 2']]]);
  });

  it('breaks ties by the natural order of control ids', () => {
    const same = { decision: byAssessment('non_compliant') };
    const about = report([facts('CC1.10', 'failed', same), facts('CC1.2', 'failed', same)], { '1.2': 'passed' });
    // Both are high; CC1.10 is minutes (30 + 2 + 6), CC1.2 a project (30 + 2 + 0).
    expect(ranked(about).map(([, id]) => id)).toEqual(['CC1.10', 'CC1.2']);
    const unseen = report([facts('CC2.1', 'not_assessed'), facts('CC1.1', 'not_assessed')], { '1.1': 'passed' });
    // CC1.1: check one would be high 30 + 2 + project 0; CC2.1: check five only supports it, so an assessment, medium 20 + 2 + a day 3.
    expect(ranked(unseen)).toEqual([
      [1, 'CC1.1', 32, ['SOC 2']],
      [2, 'CC2.1', 25, ['SOC 2']],
    ]);
  });

  it('counts the frameworks that gain from what failing checks decide, not from what they support', () => {
    // Check five fails and only supports UCF-T-4: all of CC1.1's own universal controls count, with 1.1 of PCI DSS.
    const controls = [facts('CC1.1', 'failed', { decision: byScan('It fails.'), failingRules: failing('five') })];
    expect(ranked(report(controls, { '1.1': 'failed' }))).toMatchObject([[1, 'CC1.1', 30, ['SOC 2', 'PCI DSS']]]);
  });

  it('omits passed and not-applicable controls', () => {
    expect(rankGaps(reportWords('en'), report([facts('CC1.1', 'passed'), facts('CC1.2', 'not_applicable')]))).toEqual(
      [],
    );
  });
});
