import { describe, expect, it } from 'vitest';
import { historyBegins, historySince } from '../../src/demo/demo-history.rules.js';
import { AUDIT_DAYS } from '../../src/demo/content/later-assessments.js';
import { WORK } from '../../src/demo/content/work.js';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.js';

const ASSESSED = AUDIT_DAYS.flatMap(({ assessed }) => assessed);

/** A week, hour by hour: from Monday, 2 March 2026. */
const HOURS = Array.from({ length: 7 * 24 }, (_, hour) => new Date(Date.UTC(2026, 2, 2) + hour * HOUR));

describe('the plan of the demo history', () => {
  it.each([
    // Saturday: the last working day is the day before.
    { now: '2026-03-07T00:00:00Z', first: '2026-02-05', last: '2026-03-06' },
    // Monday: the last working day was Friday; the 30 days begin on a Saturday.
    { now: '2026-03-09T23:59:00Z', first: '2026-02-09', last: '2026-03-06' },
    { now: '2026-03-12T12:00:00Z', first: '2026-02-10', last: '2026-03-11' },
  ])('goes from $first to $last where it is $now', ({ now, first, last }) => {
    const days = historySince(historyBegins(new Date(now))).map(({ at }) => at.toISOString().slice(0, 10));
    expect([days.at(0), days.at(-1)]).toEqual([first, last]);
  });

  it('has 14 scans, and all assessments and work, on working days, at working hours, at any time of creation', () => {
    for (const now of HOURS) {
      const steps = historySince(historyBegins(now));
      expect(steps.filter(({ kind }) => kind === 'scan')).toHaveLength(14);
      expect(steps.filter(({ kind }) => kind === 'assessment')).toHaveLength(ASSESSED.length);
      expect(steps.filter(({ kind }) => kind === 'work_item')).toHaveLength(WORK.length);
      expect(steps.filter(({ at }) => [0, 6].includes(at.getUTCDay()))).toEqual([]);
      expect(steps.filter(({ at }) => at.getUTCHours() < 8 || at.getUTCHours() >= 18)).toEqual([]);
    }
  });

  it('is in order, scans on days of their own, after the creation of the organization, and ends before now', () => {
    for (const now of HOURS) {
      const begin = historyBegins(now);
      const moments = [begin, ...historySince(begin).map(({ at }) => at), now].map((at) => at.getTime());
      const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
      expect(Math.min(...gaps.slice(0, -1))).toBeGreaterThanOrEqual(15 * MINUTE);
      const days = historySince(begin).flatMap(({ kind, at }) =>
        kind === 'scan' ? [at.toISOString().slice(0, 10)] : [],
      );
      expect(new Set(days).size).toBe(days.length);
      expect(gaps.at(-1)).toBeGreaterThan(6 * HOUR);
      expect(gaps.at(-1)).toBeLessThan(4 * DAY);
    }
  });
});
