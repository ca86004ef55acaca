import { describe, expect, it } from 'vitest';
import { spreadDays } from '../../src/dashboard/app/pages/remediation/spread-days.rules.js';

const NOW = new Date('2026-11-29T23:30:00Z');

describe('spreadDays', () => {
  it('spreads things evenly up to the last day', () => {
    expect(spreadDays(NOW, '2026-12-29', 3)).toEqual(['2026-12-09', '2026-12-19', '2026-12-29']);
  });

  it('lets several share a day where there are fewer days, and none be due today', () => {
    expect(spreadDays(NOW, '2026-12-01', 5)).toEqual([
      ...['2026-11-30', '2026-11-30', '2026-11-30', '2026-12-01', '2026-12-01'],
    ]);
  });

  it('has all of them due on a last day that is not after tomorrow', () => {
    expect(spreadDays(NOW, '2026-11-30', 2)).toEqual(['2026-11-30', '2026-11-30']);
    expect(spreadDays(NOW, '2026-11-20', 2)).toEqual(['2026-11-20', '2026-11-20']);
  });
});
