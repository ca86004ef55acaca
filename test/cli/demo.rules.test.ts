import { describe, expect, it } from 'vitest';
import type { ScanResult } from '../../src/cli/demo/answers.js';
import { firstStepFor } from '../../src/cli/demo/fix.rules.js';
import { requireGrowth } from '../../src/cli/demo/progress.js';
import type { FailingControl, MappedControl, ProgressEvent } from '../../src/cli/demo/queries.js';
import { furthest, reachOf, type Reach } from '../../src/cli/demo/reach.rules.js';
import { scoresOf } from '../../src/cli/demo/scores.rules.js';
import { worstControls } from '../../src/cli/demo/worst.rules.js';

const ID = '00000000-0000-4000-8000-000000000000';

interface Failing {
  severity: FailingControl['severity'];
  failed?: number;
  step?: string;
  checks?: string[];
}

/** A failing control named `framework controlId`, by default with a unique first step. */
function failing(name: string, { severity, failed = 1, step = name, checks = [] }: Failing): FailingControl {
  const [framework = '', controlId = ''] = name.split(' ');
  return {
    control: {
      id: ID,
      controlId,
      title: name,
      framework: { name: framework },
      latestFinding: { resources: checks.map((check) => ({ check })) },
      remediation: { steps: [{ title: step, instruction: 'do it', command: null }] },
    },
    severity,
    resourcesFailed: failed,
    finding: '',
  };
}

const namesOf = (controls: FailingControl[]) => controls.map(({ control }) => control.title);

describe('the worst controls', () => {
  it('are ordered by severity, then by failed resources, those without a severity last', () => {
    const given = [
      failing('A 1', { severity: null, failed: 99 }),
      failing('B 1', { severity: 'low', failed: 50 }),
      failing('C 1', { severity: 'high', failed: 2 }),
      failing('D 1', { severity: 'critical', failed: 1 }),
      failing('E 1', { severity: 'high', failed: 3 }),
    ];
    expect(namesOf(worstControls(given, 5))).toEqual(['D 1', 'E 1', 'C 1', 'B 1', 'A 1']);
  });

  it('are not all of one framework while others fail too', () => {
    const given = [
      failing('A 1', { severity: 'critical', failed: 9 }),
      failing('A 2', { severity: 'critical', failed: 8 }),
      failing('A 3', { severity: 'critical', failed: 7 }),
      failing('B 1', { severity: 'medium' }),
      failing('C 1', { severity: 'low' }),
    ];
    expect(namesOf(worstControls(given, 3))).toEqual(['A 1', 'B 1', 'C 1']);
    expect(namesOf(worstControls(given, 4))).toEqual(['A 1', 'A 2', 'B 1', 'C 1']);
  });

  it('do not repeat a first step while others are available', () => {
    const given = [
      failing('A 1', { severity: 'critical', step: 'same' }),
      failing('B 1', { severity: 'critical', step: 'same' }),
      failing('C 1', { severity: 'high' }),
    ];
    expect(namesOf(worstControls(given, 2))).toEqual(['A 1', 'C 1']);
  });

  it('are all failing controls when there are fewer than asked for', () => {
    expect(worstControls([], 5)).toEqual([]);
    expect(namesOf(worstControls([failing('A 1', { severity: 'low' })], 5))).toEqual(['A 1']);
  });
});

type Mapping = MappedControl['mappings'][number]['universalControl']['mappings'][number];

function mapped(name: string, checks: string[], over: Partial<Mapping> & { status?: 'passed' } = {}): Mapping {
  const { status = 'failed', relationship = 'subset' } = over;
  const [framework = '', controlId = ''] = name.split(' ');
  const latestFinding = { resources: checks.map((check) => ({ check })) };
  return { relationship, control: { controlId, title: name, status, framework: { name: framework }, latestFinding } };
}

function control(checks: string[], mappings: Record<string, Mapping[]>): MappedControl {
  return {
    controlId: '1',
    title: 'A 1',
    framework: { name: 'A' },
    latestFinding: { resources: checks.map((check) => ({ check })) },
    mappings: Object.entries(mappings).map(([code, lines]) => ({ universalControl: { code, mappings: lines } })),
  };
}

describe('the reach of one fix', () => {
  it('counts controls of other frameworks that fail on that check only', () => {
    const reach = reachOf(
      control(['keys'], {
        U1: [mapped('A 1', ['keys']), mapped('B 1', ['keys', 'logs']), mapped('B 2', ['logs'])],
        U2: [mapped('C 1', ['keys'], { status: 'passed' }), mapped('C 2', ['keys'])],
      }),
    );
    expect(reach.check).toBe('keys');
    expect([...reach.moved.keys()]).toEqual(['B', 'C']);
    expect([...reach.moved.values()].flat().map(({ title }) => title)).toEqual(['B 1', 'C 2']);
    expect(reach).toMatchObject({ movedCount: 2, others: 1 });
  });

  it('counts each control once, by its closest mapping', () => {
    const reach = reachOf(
      control(['keys'], {
        U1: [mapped('B 1', ['keys'], { relationship: 'intersects' })],
        U2: [mapped('B 1', ['keys'], { relationship: 'equal' })],
      }),
    );
    expect(reach.moved.get('B')).toEqual([
      { framework: 'B', controlId: '1', title: 'B 1', relationship: 'equal', universalCode: 'U2' },
    ]);
  });

  it('is that of the check that reaches most frameworks, then most controls', () => {
    const reach = reachOf(
      control(['many', 'wide'], {
        U1: [
          mapped('B 1', ['many']),
          mapped('B 2', ['many']),
          mapped('B 3', ['many', 'wide']),
          mapped('C 1', ['wide']),
        ],
      }),
    );
    expect(reach).toMatchObject({ check: 'wide', movedCount: 2, others: 2 });
    const none: Reach[] = [];
    expect(furthest(none)).toBeUndefined();
  });

  it('is nothing when no check fails', () => {
    expect(reachOf(control([], { U1: [mapped('B 1', ['keys'])] }))).toMatchObject({
      check: '',
      movedCount: 0,
      others: 1,
    });
  });
});

describe('the first step for a check', () => {
  it('is that of a control on which nothing else fails', () => {
    const given = [
      failing('A 1', { severity: 'high', checks: ['keys', 'logs'] }),
      failing('B 1', { severity: 'low', checks: ['keys', 'keys'], step: 'turn the key' }),
    ];
    expect(firstStepFor('keys', given)?.title).toBe('turn the key');
    expect(firstStepFor('logs', given)).toBeNull();
  });
});

describe('the scores', () => {
  const results: ScanResult[] = [
    { framework: 'A', status: 'pass', evaluated: true },
    { framework: 'A', status: 'fail', evaluated: true },
    { framework: 'B', status: 'not-applicable', evaluated: false },
  ];
  const scan = {
    status: 'completed' as const,
    total_controls: 3,
    passed_controls: 1,
    failed_controls: 1,
    scores: {
      overall: 33.3,
      frameworks: [
        { framework: 'B', score: 0 },
        { framework: 'A', score: 50 },
      ],
    },
    failure_reason: null,
  };

  const card = (framework: string, total: number, [assured, passed, failed]: [number, number, number]) => ({
    framework,
    assured_score: (100 * assured) / total,
    score: (100 * passed) / total,
    total_controls: total,
    passed_controls: passed,
    assured_controls: assured,
    failed_controls: failed,
  });
  const scorecard = { frameworks: [card('B', 1, [0, 1, 0]), card('A', 2, [1, 1, 1])] };

  it('are those of the scorecard, which counts assessments too, with the scores of all frameworks together', () => {
    // Of three controls two pass, one of them in full: 66.7 and 33.3.
    expect(scoresOf(scan, results, scorecard)).toEqual({
      frameworks: [
        { name: 'B', assuredScore: 0, score: 100, passed: 1, failed: 0, total: 1 },
        { name: 'A', assuredScore: 50, score: 50, passed: 1, failed: 1, total: 2 },
      ],
      overall: { name: 'All', assuredScore: 33.3, score: 66.7, passed: 2, failed: 1, total: 3 },
      passedByScan: 1,
    });
  });

  it('throw an error when a framework has none, or the totals do not match', () => {
    expect(() => scoresOf(scan, results, { frameworks: [card('C', 1, [0, 0, 0])] })).toThrow('no score for C');
    expect(() => scoresOf({ ...scan, scores: null }, results, scorecard)).toThrow('no scores');
    expect(() => scoresOf({ ...scan, passed_controls: 2 }, results, scorecard)).toThrow('1 passed, 1 failed of 3');
  });
});

describe('progress', () => {
  const at = (sequence: number, percent: number, status: ProgressEvent['status'] = 'running'): ProgressEvent => ({
    sequence,
    percent,
    status,
    totalControls: 10,
    passedControls: 0,
    failedControls: 0,
    progress: { currentIntegration: null, findings: 0 },
  });

  it('may grow, stand still, repeat after a reconnect, or fail, without an error', () => {
    for (const next of [at(2, 20), at(2, 10), at(1, 10), at(2, 0, 'failed')]) {
      requireGrowth(at(1, 10), next);
    }
    requireGrowth(null, at(7, 70));
  });

  it('throws an error when it decreases', () => {
    expect(() => {
      requireGrowth(at(2, 20), at(3, 10));
    }).toThrow('backwards');
    expect(() => {
      requireGrowth(at(2, 20), at(1, 30));
    }).toThrow('backwards');
  });
});
