import { describe, expect, it } from 'vitest';
import {
  controlsByFramework,
  filteredFixes,
  widestFix,
  type Effort,
  type Severity,
} from '../../src/dashboard/app/pages/remediation/remediation.rules.js';

function fix(rank: number, severity: Severity, effort: Effort, controls: string[] = []) {
  return {
    rank,
    severity,
    remediation: { effort },
    frameworks: ['SOC 2', 'HIPAA'],
    controls: controls.map((id) => ({ id, framework: { name: id.startsWith('CC') ? 'SOC 2' : 'HIPAA' } })),
  };
}

const ranks = (fixes: readonly { rank: number }[]) => fixes.map(({ rank }) => rank);

describe('the remediation queue', () => {
  it('is filtered by severity and effort, in its order', () => {
    const fixes = [fix(1, 'critical', 'high'), fix(2, 'high', 'low'), fix(3, 'high', 'high'), fix(4, 'low', 'low')];
    expect(ranks(filteredFixes(fixes, {}))).toEqual([1, 2, 3, 4]);
    expect(ranks(filteredFixes(fixes, { severity: 'high' }))).toEqual([2, 3]);
    expect(ranks(filteredFixes(fixes, { effort: 'low' }))).toEqual([2, 4]);
    expect(ranks(filteredFixes(fixes, { severity: 'high', effort: 'low' }))).toEqual([2]);
  });

  it('has the fix that affects most controls, among equals the more urgent one', () => {
    const fixes = [fix(1, 'high', 'low', ['a']), fix(2, 'high', 'low', ['a', 'b']), fix(3, 'low', 'low', ['c', 'd'])];
    expect(widestFix(fixes)?.rank).toBe(2);
    expect(widestFix<ReturnType<typeof fix>>([])).toBe(undefined);
  });

  it('has every control of a fix once, under its framework', () => {
    const groups = controlsByFramework(fix(1, 'high', 'low', ['164.312', 'CC6.1', 'CC6.2']));
    expect(groups.map(({ framework, controls }) => [framework, controls.map(({ id }) => id)])).toEqual([
      ['SOC 2', ['CC6.1', 'CC6.2']],
      ['HIPAA', ['164.312']],
    ]);
  });
});
