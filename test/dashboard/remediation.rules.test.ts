import { describe, expect, it } from 'vitest';
import {
  affectsControls,
  controlsByFramework,
  effectOf,
  filteredFixes,
  isNarrowed,
  orderedFixes,
  reachedControls,
  subjectOfFix,
  suppositionOf,
  type Effort,
} from '../../src/dashboard/app/pages/remediation/remediation.rules.js';
import { isMoved } from '../../src/dashboard/app/parts/moved-score.rules.js';
import { byGain } from '../../src/dashboard/app/parts/gain.rules.js';
import type { Severity } from '../../src/dashboard/app/parts/severity.rules.js';

const named = (id: string) => ({ id, framework: { name: id.startsWith('CC') ? 'SOC 2' : 'HIPAA' } });

function fix(rank: number, severity: Severity, effort: Effort, passes: string[] = [], helps: string[] = []) {
  return {
    rank,
    severity,
    remediation: { effort },
    frameworks: ['SOC 2', 'HIPAA'],
    passes: passes.map(named),
    helps: helps.map(named),
    work: [] as { owner: { id: string } | null }[],
  };
}

const ranks = (fixes: readonly { rank: number }[]) => fixes.map(({ rank }) => rank);

describe('what would follow from repairs', () => {
  const change = (previousStatus: string, newStatus: string) => ({ previousStatus, newStatus });
  const scores = (...[previousScore, newScore, previousAssuredScore, newAssuredScore]: (number | null)[]) => ({
    ...{ previousScore: previousScore ?? null, newScore: newScore ?? null },
    ...{ previousAssuredScore: previousAssuredScore ?? null, newAssuredScore: newAssuredScore ?? null },
  });

  it('distinguishes what fails no longer from what passes, and counts nothing that passes as before', () => {
    const changes = [
      change('failed', 'not_assessed'),
      change('failed', 'passed'),
      change('not_assessed', 'passed'),
      change('passed', 'passed'),
      change('not_assessed', 'failed'),
    ];
    expect(effectOf(changes)).toEqual({ freed: 2, passed: 2, failed: 1 });
    expect(effectOf([])).toEqual({ freed: 0, passed: 0, failed: 0 });
  });

  it('moves a score where either of its figures differs', () => {
    expect([scores(1, 1, 2, 2), scores(null, null, null, null)].map(isMoved)).toEqual([false, false]);
    expect([scores(1, 2, 2, 2), scores(1, 1, 2, 3), scores(null, 0, null, null)].map(isMoved)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the remediation queue', () => {
  it('is filtered by severity, effort and owner, in its order', () => {
    const owned = { ...fix(4, 'low', 'low'), work: [{ owner: { id: 'me' } }, { owner: null }] };
    const others = { ...fix(3, 'high', 'high'), work: [{ owner: { id: 'other' } }] };
    const nobodys = { ...fix(2, 'high', 'low'), work: [{ owner: null }] };
    const fixes = [fix(1, 'critical', 'high'), nobodys, others, owned];
    const shown = (filter: Parameters<typeof filteredFixes>[1]) => ranks(filteredFixes(fixes, filter, 'me'));
    expect(shown({})).toEqual([1, 2, 3, 4]);
    expect(shown({ severity: 'high' })).toEqual([2, 3]);
    expect(shown({ effort: 'low' })).toEqual([2, 4]);
    expect(shown({ severity: 'high', effort: 'low' })).toEqual([2]);
    expect(shown({ owner: 'nobody' })).toEqual([1, 2]);
    expect(shown({ owner: 'me' })).toEqual([4]);
    expect([{}, { owner: 'me' as const }].map(isNarrowed)).toEqual([false, true]);
  });

  it('is ordered by severity or by effort, those alike as they were', () => {
    const fixes = [fix(1, 'low', 'high'), fix(2, 'critical', 'high'), fix(3, 'low', 'low'), fix(4, 'high', 'medium')];
    expect(ranks(orderedFixes(fixes, undefined))).toEqual([1, 2, 3, 4]);
    expect(ranks(orderedFixes(fixes, 'severity'))).toEqual([2, 4, 1, 3]);
    expect(ranks(orderedFixes(fixes, 'effort'))).toEqual([3, 4, 1, 2]);
  });

  it('has first the fix that passes most controls, of equals the one that helps most, then the more severe one', () => {
    const fixes = [
      fix(1, 'high', 'low', ['a'], ['b', 'c', 'd', 'e']),
      fix(2, 'high', 'low', ['a', 'b']),
      fix(3, 'low', 'low', ['c', 'd'], ['e']),
      fix(4, 'high', 'low', ['a', 'b'], ['c']),
      fix(5, 'critical', 'low'),
    ];
    expect(ranks(byGain(fixes))).toEqual([4, 3, 2, 1, 5]);
  });

  it('distinguishes fixes that change no control from those that pass one or help one', () => {
    expect(affectsControls(fix(1, 'high', 'low'))).toBe(false);
    expect(affectsControls(fix(1, 'high', 'low', ['a']))).toBe(true);
    expect(affectsControls(fix(1, 'high', 'low', [], ['a']))).toBe(true);
  });

  it('counts a control that several fixes bring forward once', () => {
    expect(reachedControls([fix(1, 'high', 'low', ['a'], ['b']), fix(2, 'low', 'low', ['b'], ['c'])])).toBe(3);
    expect(reachedControls([])).toBe(0);
  });

  it('gives out a repair by its check, and an assessment by the first control that it brings forward', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect(subjectOfFix({ source: 'check', id: 'c', passes: [a], helps: [] })).toEqual({ checkId: 'c' });
    expect(subjectOfFix({ source: 'assessment', id: 'u', passes: [b], helps: [a] })).toEqual({ controlId: 'b' });
    expect(subjectOfFix({ source: 'assessment', id: 'u', passes: [], helps: [a] })).toEqual({ controlId: 'a' });
    expect(subjectOfFix({ source: 'assessment', id: 'u', passes: [], helps: [] })).toBeNull();
  });

  it('has every control of a fix once, under its framework', () => {
    const groups = controlsByFramework(['SOC 2', 'ISO 27001', 'HIPAA'], ['164.312', 'CC6.1', 'CC6.2'].map(named));
    expect(groups.map(({ framework, controls }) => [framework, controls.map(({ id }) => id)])).toEqual([
      ['SOC 2', ['CC6.1', 'CC6.2']],
      ['HIPAA', ['164.312']],
    ]);
  });
});

describe('what is supposed of chosen fixes', () => {
  it('repairs checks, and assesses universal controls as compliant with a note or evidence', () => {
    const fixes = [
      { id: 'aws_a', source: 'check' },
      { id: 'uuid', source: 'assessment' },
      { id: 'aws_b', source: 'check' },
    ];
    expect(suppositionOf(fixes)).toEqual({
      fix: [{ checkId: 'aws_a' }, { checkId: 'aws_b' }],
      assess: [{ universalControl: 'uuid', status: 'compliant', isSupported: true }],
    });
  });
});
