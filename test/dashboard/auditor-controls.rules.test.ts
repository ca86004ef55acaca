import { describe, expect, it } from 'vitest';
import { countStandings, matching } from '../../src/dashboard/app/pages/auditor/controls.rules.js';

describe('the controls that an auditor is shown', () => {
  const control = (
    controlId: string,
    status: 'passed' | 'failed' | 'not_assessed',
    level: 'full' | 'partial' | null = null,
  ) => ({ controlId, title: 'Backups', category: 'Availability', status, assurance: level && { level } });
  const controls = [
    control('A1.1', 'passed', 'full'),
    control('A1.2', 'passed', 'partial'),
    control('A1.3', 'failed'),
    control('A1.4', 'not_assessed'),
    control('A1.5', 'not_assessed'),
  ];

  it('are counted so that what passes in part is no full pass, and all of them are in the sum', () => {
    expect(countStandings(controls)).toEqual([
      { standing: 'full', count: 1 },
      { standing: 'partial', count: 1 },
      { standing: 'failed', count: 1 },
      { standing: 'not_assessed', count: 2 },
    ]);
  });

  it('are found by where they stand and by every word of code, title and category', () => {
    const found = (choice: Parameters<typeof matching>[1]) =>
      matching(controls, choice).map(({ controlId }) => controlId);
    expect(found({ standing: 'partial', words: '' })).toEqual(['A1.2']);
    expect(found({ standing: 'all', words: 'a1.4 backups' })).toEqual(['A1.4']);
    expect(found({ standing: 'full', words: 'A1.4' })).toEqual([]);
  });
});
