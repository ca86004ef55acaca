import { describe, expect, it } from 'vitest';
import { effectOf, reasonOf } from '../../src/dashboard/app/pages/scope/scope-effect.rules.js';

type Control = Parameters<typeof effectOf>[0][number];

function control(category: string, status: string, more: Partial<Control> = {}): Control {
  const attributes = [{ key: 'trust_category', value: category }];
  return { status, assurance: null, maturityLevel: null, attributes, ...more };
}

const FULL = { assurance: { level: 'full' } } as const;
const PART = { assurance: { level: 'partial' } } as const;

describe('the effect of a selection', () => {
  const controls = [
    control('security', 'passed', FULL),
    control('security', 'failed'),
    control('privacy', 'passed', PART),
    control('privacy', 'not_assessed'),
  ];

  it('is what leaves the scope, and the scores of what stays beside those of now', () => {
    const chosen = { now: ['security', 'privacy'], chosen: ['security'] };
    expect(effectOf(controls, 'trust_category', chosen)).toEqual({
      inScope: 2,
      leaving: 2,
      returning: 0,
      before: { score: 50, assuredScore: 25 },
      after: { score: 50, assuredScore: 50 },
    });
  });

  it('names no score where controls come back, whose status is decided then', () => {
    const left = [control('security', 'passed', FULL), control('privacy', 'not_applicable')];
    expect(effectOf(left, 'trust_category', { now: ['security'], chosen: ['security', 'privacy'] })).toEqual({
      inScope: 2,
      leaving: 0,
      returning: 1,
      before: { score: 100, assuredScore: 100 },
      after: null,
    });
  });

  it('leaves a control that is out of scope by itself where it is', () => {
    const single = [...controls, control('security', 'not_applicable')];
    expect(effectOf(single, 'trust_category', { now: ['security'], chosen: ['security'] })).toMatchObject({
      inScope: 2,
      returning: 0,
    });
  });

  it('goes by levels, and has no score where nothing of what stays is assessed', () => {
    const levels = [
      control('', 'not_assessed', { maturityLevel: 1 }),
      control('', 'passed', { maturityLevel: 3, ...FULL }),
    ];
    expect(effectOf(levels, 'level', { now: ['1', '2', '3'], chosen: ['1', '2'] })).toMatchObject({
      leaving: 1,
      before: { score: 50, assuredScore: 50 },
      after: { score: null, assuredScore: null },
    });
  });
});

describe('the reason of a control out of scope', () => {
  const selection = { kind: 'selection', reason: 'Security alone.', control: null };
  const decision = (kind: string) => ({ kind, reason: `As ${kind}.`, control: { id: 'A.1' } });

  it('is that of the decision on it, else that of the selection, else unknown', () => {
    expect(reasonOf('A.1', { decisions: [decision('exclusion')], selection })).toBe('As exclusion.');
    expect(reasonOf('A.1', { decisions: [decision('inclusion')], selection })).toBe('Security alone.');
    expect(reasonOf('A.2', { decisions: [decision('exclusion')], selection: null })).toBeNull();
  });
});
