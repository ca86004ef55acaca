import { describe, expect, it } from 'vitest';
import { readVisits, visitsAfter } from '../../src/dashboard/app/pages/posture/visits.rules.js';

const MONDAY = '2026-11-02T10:00:00.000Z';
const TUESDAY = '2026-11-03T10:00:00.000Z';
const later = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString();

describe('visits', () => {
  it('begin with one that has none before it', () => {
    expect(visitsAfter(null, MONDAY)).toEqual({ before: null, last: MONDAY });
  });

  it('count what came after the end of the one before', () => {
    expect(visitsAfter({ before: null, last: MONDAY }, TUESDAY)).toEqual({ before: MONDAY, last: TUESDAY });
  });

  it('are one where the page is opened again within half an hour', () => {
    const again = later(TUESDAY, 29);
    expect(visitsAfter({ before: MONDAY, last: TUESDAY }, again)).toEqual({ before: MONDAY, last: again });
    const next = later(TUESDAY, 30);
    expect(visitsAfter({ before: MONDAY, last: TUESDAY }, next)).toEqual({ before: TUESDAY, last: next });
  });

  it.each([null, '', 'no JSON', 'null', '{}', '{"last":"soon"}', '[]'])('are unknown where %j is stored', (stored) => {
    expect(readVisits(stored)).toBeNull();
  });

  it('are read as they were stored', () => {
    const visits = { before: MONDAY, last: TUESDAY };
    expect(readVisits(JSON.stringify(visits))).toEqual(visits);
    expect(readVisits(JSON.stringify({ ...visits, before: 7 }))).toEqual({ before: null, last: TUESDAY });
  });
});
