import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percentOf as percentInDashboard } from '../../src/dashboard/app/parts/percent.rules.js';
import { percentOf } from '../../src/platform/percent.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('the score formula', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('gives the same percentage in the service, in SQL and in the dashboard for every share of up to 300 controls', async () => {
    const shares = await database.query<{ part: number; whole: number; percent: number }>(
      `select part, whole, score_percent(part, whole) as percent
       from generate_series(0, 300) whole cross join lateral generate_series(0, whole) part`,
    );
    expect(shares.filter(({ part, whole, percent }) => percentOf(part, whole) !== percent)).toEqual([]);
    expect(shares.filter(({ part, whole, percent }) => percentInDashboard(part, whole) !== percent)).toEqual([]);
  });
});
