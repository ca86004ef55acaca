import { describe, expect, it } from 'vitest';
import { isReopened, type StatusRun } from '../../src/modules/findings/finding-history.rules.js';

/** Runs of a finding, the newest first: a status and the scans from and to which it holds. */
const runs = (...found: [StatusRun['status'], number, number | null][]) =>
  found.map(([status, sinceScan, untilScan]) => ({ status, sinceScan, untilScan }));

describe('a finding that fails', () => {
  it.each([
    ['passed in between', runs(['fail', 3, null], ['pass', 2, 3], ['fail', 1, 2])],
    ['was not found in between', runs(['fail', 3, null], ['fail', 1, 2])],
    ['was out of scope in between', runs(['fail', 3, null], ['not_applicable', 2, 3], ['fail', 1, 2])],
    ['passed and could not be decided', runs(['fail', 4, null], ['unknown', 3, 4], ['pass', 2, 3], ['fail', 1, 2])],
    ['could not be decided and was gone', runs(['fail', 5, null], ['unknown', 4, 5], ['fail', 1, 3])],
  ])('is reopened where it failed before and %s', (_what, found) => {
    expect(isReopened(found)).toBe(true);
  });

  it.each([
    ['is the first', runs(['fail', 1, null])],
    ['passed before and never failed', runs(['fail', 2, null], ['pass', 1, 2])],
    ['failed before what could not be decided', runs(['fail', 3, null], ['unknown', 2, 3], ['fail', 1, 2])],
    ['does not fail now', runs(['pass', 4, null], ['fail', 3, 4], ['pass', 2, 3], ['fail', 1, 2])],
    ['has no runs', runs()],
  ])('is not reopened where it %s', (_what, found) => {
    expect(isReopened(found)).toBe(false);
  });
});
