import { describe, expect, it } from 'vitest';
import {
  announcedPercent,
  assuredPointsOf,
  bandOfAge,
  bandOfChange,
  changeOf,
  lineOf,
  marksOf,
  movementOf,
  scaleOf,
  scoreAt,
  shadeOf,
  shadeOfChange,
  weightOfRow,
  windowBegin,
} from '../../src/dashboard/app/pages/posture/posture.rules.js';

const FROM = '2026-10-21T00:00:00.000Z';
const day = (of: number) => `2026-11-${String(of).padStart(2, '0')}T00:00:00.000Z`;
const point = (of: number, previousScore: number, score: number) => ({ at: day(of), previousScore, score });

/** A point with both scores, moved by what is given. */
const scored = (of: number, by: { scanJobId?: string; assessmentId?: string }) => ({
  ...point(of, 40, 50),
  previousAssuredScore: 4,
  assuredScore: 9,
  scanJobId: null,
  assessmentId: null,
  ...by,
});

describe('the movement of a score', () => {
  it('is measured from the score at the start of the window', () => {
    expect(movementOf([point(2, 40, 50), point(9, 50, 46.3)], 46.3, FROM)).toEqual({
      change: 6.3,
      score: 40,
      since: FROM,
    });
  });

  it('is measured from the first score when that lies in the window', () => {
    expect(movementOf([point(2, 0, 50), point(9, 50, 48)], 48, FROM)).toEqual({ change: -2, score: 50, since: day(2) });
  });

  it('is 0 without a change', () => {
    expect(movementOf([], 61.4, FROM)).toEqual({ change: 0, score: 61.4, since: FROM });
  });
});

it('draws the assured score at the moments of the score', () => {
  expect(assuredPointsOf([scored(2, {})])).toEqual([point(2, 4, 9)]);
});

it('marks where a scan or an assessment moved the score, and nothing else', () => {
  const points = [scored(2, { scanJobId: 'scan' }), scored(3, { assessmentId: 'assessment' }), scored(4, {})];
  expect(marksOf(points)).toEqual([
    { at: Date.parse(day(2)), score: 50, by: 'scan' },
    { at: Date.parse(day(3)), score: 50, by: 'assessment' },
  ]);
});

describe('the line of a score', () => {
  const span = [Date.parse(FROM), Date.parse(day(20))] as const;

  it('reaches from the start of the window to its end', () => {
    expect(lineOf([point(2, 40, 50)], 50, span)).toEqual([
      { at: span[0], score: 40 },
      { at: Date.parse(day(2)), score: 50 },
      { at: span[1], score: 50 },
    ]);
    expect(lineOf([], 30, span).map(({ score }) => score)).toEqual([30, 30]);
  });

  it('begins with the first score when there was none before', () => {
    expect(lineOf([point(2, 0, 50)], 50, span)[0]).toEqual({ at: Date.parse(day(2)), score: 50 });
  });

  it('continues with changes after the page was opened', () => {
    expect(lineOf([point(22, 40, 50)], 50, span).at(-1)).toEqual({ at: Date.parse(day(22)), score: 50 });
  });

  it('has at each moment the score of the last change, and none before the first', () => {
    const line = lineOf([point(2, 0, 50), point(9, 50, 60)], 60, span);
    expect([day(1), day(2), day(8), day(9)].map((moment) => scoreAt(line, Date.parse(moment)))).toEqual([
      null,
      50,
      50,
      60,
    ]);
  });
});

describe('the scale of a chart', () => {
  it.each([
    [[31.2, 37.5], 30, 38, [30, 32, 34, 36, 38]],
    [[12, 47], 10, 50, [10, 20, 30, 40, 50]],
    [[0, 100], 0, 100, [0, 25, 50, 75, 100]],
    [[50], 48, 52, [48, 50, 52]],
    [[100], 98, 100, [98, 100]],
    [[0], 0, 2, [0, 2]],
    [[], 0, 100, [0, 25, 50, 75, 100]],
  ])('around %j has whole steps from %d to %d', (scores, low, high, ticks) => {
    expect(scaleOf(scores)).toEqual({ low, high, ticks });
  });
});

describe('the band of a heat-map cell', () => {
  it.each([
    [5, 'passed'],
    [0.1, 'good'],
    [0, 'na'],
    [-0.1, 'poor'],
    [-5, 'failed'],
    [null, 'none'],
  ])('for a change of %d points is %s', (change, name) => {
    expect(bandOfChange(change).name).toBe(name);
  });

  it.each([
    // An assessment of 300 days is in date, a result of a scan of 31 days is not.
    ['2026-01-20T00:00:00Z', 0, 'passed'],
    ['2026-10-20T00:00:00Z', 2, 'failed'],
    [null, 0, 'none'],
  ])('for evidence since %s with %d out of date is %s', (since, outOfDate, name) => {
    expect(bandOfAge(since, outOfDate).name).toBe(name);
  });
});

describe('a row of the heat-map', () => {
  const cell = (figures: object) => ({ fail: 0, all: 10, move: null, since: null, old: 0, ...figures });

  it('weighs by what fails, by what changed in either direction, and by its oldest evidence', () => {
    expect(weightOfRow([cell({ fail: 2 }), cell({ fail: 1 })], 'score')).toBe(3);
    expect(weightOfRow([cell({ move: -2.5 }), cell({ move: 4 })], 'change')).toBe(6.5);
    const [old, fresh] = [[cell({ since: day(9) }), cell({ since: FROM })], [cell({ since: day(1), old: 1 })]];
    expect(weightOfRow(old, 'age')).toBeGreaterThan(weightOfRow(fresh, 'age'));
  });

  it('weighs nothing where nothing fails, changed or is decided', () => {
    for (const measure of ['score', 'change', 'age'] as const) expect(weightOfRow([cell({})], measure)).toBe(0);
  });

  it('changes by what passes now and did not before, first assessments too, and by nothing where nothing is known', () => {
    const before = { pass: 2, all: 10 };
    expect(changeOf({ ...cell({}), pass: 5 }, before)).toBe(30);
    expect(changeOf({ ...cell({ fail: 2 }), pass: 0 }, before)).toBe(-20);
    expect(changeOf({ ...cell({}), pass: 0 }, { pass: 0, all: 10 })).toBeNull();
    expect(changeOf({ ...cell({}), pass: 5 }, undefined)).toBeNull();
  });

  it('is shaded by how far it changed, in either direction', () => {
    expect([0, 0.1, -4.9, 5, -20].map(shadeOfChange)).toEqual([0, 1, 1, 2, 3]);
  });

  it('is shaded by the share of the controls that fail', () => {
    const shades = [0, 1, 2, 3, 5, 6].map((fail) => shadeOf({ fail, all: 10 }));
    expect(shades).toEqual([0, 1, 1, 2, 2, 3]);
  });
});

it('announces each quarter of a scan once', () => {
  expect([0, 24, 25, 74, 100].map(announcedPercent)).toEqual([0, 0, 25, 50, 100]);
});

it('requests the same window all day', () => {
  const [morning, evening] = ['2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z'].map((at) => windowBegin(Date.parse(at)));
  expect(morning).toBe('2026-10-21T00:00:00.000Z');
  expect(evening).toBe(morning);
});
