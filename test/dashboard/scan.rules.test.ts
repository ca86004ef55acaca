import { describe, expect, it } from 'vitest';
import { checksOf, countByFramework } from '../../src/dashboard/app/pages/scans/failing-checks.rules.js';
import {
  askedOf,
  chosenPair,
  countOf,
  durationIn,
  failingPoints,
  inListOrder,
  isByCheck,
  quarterOf,
  remainingMs,
  resultFilter,
  scanBefore,
  sortedChanges,
  stateOf,
  undecidedSoFar,
} from '../../src/dashboard/app/pages/scans/scan.rules.js';
import { withoutFailure } from '../../src/dashboard/app/parts/scan-progress.rules.js';

describe('the state of a scan', () => {
  it('is cancelled when a user ended it, and failed otherwise', () => {
    expect(stateOf({ status: 'failed', failureReason: { code: 'CANCELLED' } })).toBe('cancelled');
    expect(stateOf({ status: 'failed', failureReason: { code: 'UNAVAILABLE' } })).toBe('failed');
    expect(stateOf({ status: 'completed', failureReason: null })).toBe('completed');
  });
});

describe('the previous scan', () => {
  const scan = (id: string, status: string, trigger: 'import' | 'manual' | 'schedule') => ({ id, status, trigger });
  const scans = [
    scan('6', 'running', 'manual'),
    scan('5', 'completed', 'manual'),
    scan('4', 'completed', 'import'),
    scan('3', 'failed', 'manual'),
    scan('2', 'completed', 'schedule'),
    scan('1', 'completed', 'import'),
  ];

  it('is the next older completed one, whatever triggered it', () => {
    expect(scanBefore(scans, '5')?.id).toBe('2');
    expect(scanBefore(scans, '6')?.id).toBe('5');
  });

  it('of an import is an import', () => {
    expect(scanBefore(scans, '4')?.id).toBe('1');
  });

  it('is null for the first, and for one that is not listed', () => {
    expect(scanBefore(scans, '2')).toBeUndefined();
    expect(scanBefore(scans, '7')).toBeUndefined();
  });
});

describe('the list of scans', () => {
  it('begins with what runs and what waits, then has the newest by the moment that names it', () => {
    const scan = (id: string, status: string, createdAt: number, completedAt: number | null) => {
      const at = (day: number) => `2026-11-0${day}T12:00:00.000Z`;
      return { id, status, createdAt: at(createdAt), completedAt: completedAt === null ? null : at(completedAt) };
    };
    const scans = [
      scan('waits', 'queued', 8, null),
      scan('later', 'completed', 5, 6),
      scan('runs', 'running', 4, null),
      scan('longer', 'completed', 3, 7),
      scan('broken', 'failed', 2, 2),
    ];
    expect(inListOrder(scans).map(({ id }) => id)).toEqual(['runs', 'waits', 'longer', 'later', 'broken']);
  });
});

describe('the remaining time of a scan', () => {
  const startedAt = '2026-11-22T10:00:00.000Z';
  const after = (seconds: number) => Date.parse(startedAt) + seconds * 1_000;

  it('is extrapolated from the progress so far', () => {
    expect(remainingMs({ startedAt, percent: 25, now: after(10) })).toBe(30_000);
    expect(remainingMs({ startedAt, percent: 100, now: after(10) })).toBe(0);
  });

  it('is null without enough progress', () => {
    expect(remainingMs({ startedAt, percent: 2, now: after(10) })).toBeNull();
    expect(remainingMs({ startedAt, percent: 50, now: after(-1) })).toBeNull();
  });
});

describe('the announced progress of a scan', () => {
  it('changes four times, and not at every percent', () => {
    const quarters = Array.from({ length: 101 }, (_, percent) => quarterOf(percent));
    expect([...new Set(quarters)]).toEqual([0, 25, 50, 75, 100]);
    expect(quarters.indexOf(50)).toBe(50);
  });
});

describe('a duration', () => {
  it('is written in its two largest units', () => {
    expect(durationIn('en', 28_400)).toBe('28 sec');
    expect(durationIn('en', 185_000)).toBe('3 min 5 sec');
    expect(durationIn('en', 7_445_000)).toBe('2 hr 4 min');
    expect(durationIn('en', 3_600_000)).toBe('1 hr');
  });

  it('is one second at least', () => {
    expect(durationIn('en', 12)).toBe('1 sec');
  });
});

describe('the changes between two scans', () => {
  const change = (previousStatus: string | null, status: string | null) => ({ previousStatus, status });

  it('newly fail, or no longer fail whatever they come to, unless the later scan does not cover them, or neither', () => {
    const changes = [
      change('pass', 'fail'),
      change(null, 'fail'),
      change('fail', 'pass'),
      change('fail', 'not_applicable'),
      change('not_applicable', 'pass'),
      change('fail', null),
    ];
    expect(sortedChanges(changes)).toEqual({
      failed: changes.slice(0, 2),
      gone: changes.slice(2, 4),
      held: [],
      other: changes.slice(4),
    });
  });
});

describe('a control that failed and that a check could not look at', () => {
  it('neither fails nor stops failing', () => {
    const held = { previousStatus: 'fail', status: 'not_applicable', isNoLongerDecided: true };
    expect(sortedChanges([held])).toEqual({ failed: [], gone: [], held: [held], other: [] });
  });
});

describe('the controls that a running scan has looked at without a failure', () => {
  it('are those done that do not fail, and never fewer than none', () => {
    expect(withoutFailure({ failedControls: 14, progress: { controlsDone: 429 } })).toBe(415);
    expect(withoutFailure({ failedControls: 3, progress: { controlsDone: 0 } })).toBe(0);
  });

  it('are undecided where they do not pass either', () => {
    expect(undecidedSoFar({ failedControls: 14, passedControls: 2, progress: { controlsDone: 429 } })).toBe(413);
    expect(undecidedSoFar({ failedControls: 1, passedControls: 1, progress: { controlsDone: 1 } })).toBe(0);
  });
});

describe('the scans selected for a comparison', () => {
  it('are two at most: a third replaces the first', () => {
    expect(chosenPair(['a', 'b'], 'c')).toEqual(['b', 'c']);
    expect(chosenPair(['a'], 'b')).toEqual(['a', 'b']);
  });

  it('are deselected by selecting them again', () => {
    expect(chosenPair(['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('the results of a scan that are shown', () => {
  const scan = { failedControls: 19, passedControls: 2, totalControls: 1_039, checkedControls: 429 };

  it('are those asked for, else what fails, and all where nothing does', () => {
    expect(resultFilter(undefined, scan)).toBe('fail');
    expect(resultFilter(undefined, { ...scan, failedControls: 0 })).toBe('all');
    expect(resultFilter('pass', scan)).toBe('pass');
  });

  it('are as many as the scan counted', () => {
    const filters = ['fail', 'pass', 'not_applicable', 'not_reached', 'all'] as const;
    expect(filters.map((filter) => countOf(filter, scan))).toEqual([19, 2, 408, 610, 1_039]);
  });

  it('are asked for by status, and the undecided apart from those that no check looked at', () => {
    expect(askedOf('fail')).toEqual({ status: 'fail', checked: null });
    expect(askedOf('not_applicable')).toEqual({ status: 'not_applicable', checked: true });
    expect(askedOf('not_reached')).toEqual({ status: null, checked: false });
    expect(askedOf('all')).toEqual({ status: null, checked: null });
  });

  it('are listed by check where they are failures, unless asked for by control', () => {
    expect(isByCheck({}, scan)).toBe(true);
    expect(isByCheck({ status: 'fail' }, scan)).toBe(true);
    expect(isByCheck({ status: 'fail', by: 'control' }, scan)).toBe(false);
    expect(isByCheck({ status: 'all' }, scan)).toBe(false);
    expect(isByCheck({}, { ...scan, failedControls: 0 })).toBe(false);
  });
});

describe('the failing results of a scan', () => {
  const check = (id: string, severity: 'high' | 'low') => ({ id, severity });
  const result = (id: string, framework: string, failingChecks: ReturnType<typeof check>[]) => ({
    control: { id, framework: { id: framework } },
    failingChecks,
  });
  const results = [
    result('c1', 'A', [check('wide', 'low')]),
    result('c2', 'A', [check('grave', 'high'), check('wide', 'low')]),
    result('c3', 'B', []),
    result('c4', 'B', [check('other', 'high'), check('wide', 'low')]),
    result('c5', 'B', [check('other', 'high')]),
  ];

  it('stand under each check that fails them: the worst first, then that of most controls, the unexplained last', () => {
    const shape = checksOf(results).map((failed) => [failed.check?.id, failed.controls.map(({ id }) => id)]);
    expect(shape).toEqual([
      ['other', ['c4', 'c5']],
      ['grave', ['c2']],
      ['wide', ['c1', 'c2', 'c4']],
      [undefined, ['c3']],
    ]);
  });

  it('are counted by framework', () => {
    expect([...countByFramework(results)]).toEqual([
      ['A', 2],
      ['B', 3],
    ]);
  });
});

describe('the chart of failing controls', () => {
  const scan = (no: number, changes: object = {}) => ({
    ...{ id: String(no), status: 'completed', trigger: 'manual' as const, failedControls: no, totalControls: 1039 },
    ...{ passedControls: 0, checkedControls: 429 },
    completedAt: `2026-11-0${no}T12:00:00.000Z`,
    ...changes,
  });

  it('has the scans that can be compared with the newest, oldest first', () => {
    const scans = [
      scan(7, { status: 'running', completedAt: null }),
      scan(6, { trigger: 'import', totalControls: 61 }),
      scan(5),
      scan(4, { totalControls: 61 }),
      scan(3, { status: 'failed' }),
      scan(2, { trigger: 'schedule' }),
    ];
    expect(failingPoints(scans)).toEqual([
      { id: '2', at: Date.parse('2026-11-02T12:00:00Z'), failing: 2, checked: 429 },
      { id: '5', at: Date.parse('2026-11-05T12:00:00Z'), failing: 5, checked: 429 },
    ]);
  });

  it('has nothing where nothing was scanned', () => {
    expect(failingPoints([])).toEqual([]);
  });
});
