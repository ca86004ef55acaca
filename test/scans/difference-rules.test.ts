import { describe, expect, it } from 'vitest';
import {
  isNewlyFailing,
  isNoLongerDecided,
  isNoLongerFailing,
  severitiesOfChecks,
  severityCounts,
} from '../../src/modules/scans/difference.rules.js';

const change = (previousStatus: string | null, status: string | null, finding: string | null = null) => ({
  previousStatus,
  status,
  finding,
});

describe('a control', () => {
  it('newly fails whatever it was before, but for failing', () => {
    for (const before of ['pass', 'not_applicable', null]) expect(isNewlyFailing(change(before, 'fail'))).toBe(true);
    expect(isNewlyFailing(change('fail', 'fail'))).toBe(false);
    expect(isNewlyFailing(change('fail', 'pass'))).toBe(false);
  });

  it('no longer fails whatever it comes to, but where the later scan does not cover it', () => {
    for (const after of ['pass', 'not_applicable']) expect(isNoLongerFailing(change('fail', after))).toBe(true);
    expect(isNoLongerFailing(change('fail', 'fail'))).toBe(false);
    expect(isNoLongerFailing(change('fail', null))).toBe(false);
    expect(isNoLongerFailing(change('pass', 'not_applicable'))).toBe(false);
  });

  it('is no longer decided, and does not stop failing, where a check could not look', () => {
    const held =
      '0 of 1 check passed, 1 could not look (The action is refused.): this does not show all that the control asks for.';
    const partly = '1 of 2 checks passed, 1 did not run: this does not show all that the control asks for.';
    expect(isNoLongerDecided(change('fail', 'not_applicable', held))).toBe(true);
    expect(isNoLongerFailing(change('fail', 'not_applicable', held))).toBe(false);
    expect(isNoLongerDecided(change('fail', 'not_applicable', partly))).toBe(false);
    expect(isNoLongerFailing(change('fail', 'not_applicable', partly))).toBe(true);
    expect(isNoLongerDecided(change('pass', 'not_applicable', held))).toBe(false);
  });
});

describe('the severities of what newly fails', () => {
  it('are counted, the worst first, each that there is', () => {
    expect(severityCounts(['medium', 'critical', 'medium'])).toEqual([
      { severity: 'critical', count: 1 },
      { severity: 'medium', count: 2 },
    ]);
    expect(severityCounts([])).toEqual([]);
  });
});

describe('the checks behind what newly fails', () => {
  const check = (ruleId: string, severity: 'critical' | 'medium', ...decides: number[]) =>
    ({ scanner: 'prowler', ruleId, severity, decides }) as const;

  it('are those that decide an element of it, each once, as grave as in the worst integration', () => {
    const checks = [
      check('public', 'medium', 1, 2),
      check('public', 'critical', 1, 2),
      check('mfa', 'medium', 3),
      check('elsewhere', 'critical', 9),
    ];
    expect(severitiesOfChecks(checks, new Set([2, 3]))).toEqual(['critical', 'medium']);
    expect(severitiesOfChecks(checks, new Set())).toEqual([]);
  });
});
