/** Pure functions on what a check said of a resource before. */

import type { FindingStatus } from '../../connectors/finding.js';

/** Scans of an integration in which a finding had one status, from the first to the one that no longer saw it so. */
export interface StatusRun {
  status: FindingStatus;
  sinceScan: number;
  /** Null where it holds. */
  untilScan: number | null;
}

/**
 * Whether a finding fails again after a repair: it fails, and failed before a scan that saw it pass or did not have it. What could not
 * be decided in between is no repair.
 * @param runs of one finding, the newest first
 */
export function isReopened(runs: readonly StatusRun[]): boolean {
  const [newest, ...earlier] = runs;
  if (newest?.status !== 'fail') return false;
  let wasRepaired = false;
  let { sinceScan } = newest;
  for (const run of earlier) {
    wasRepaired ||= run.untilScan !== sinceScan || run.status === 'pass' || run.status === 'not_applicable';
    if (run.status === 'fail' && wasRepaired) return true;
    ({ sinceScan } = run);
  }
  return false;
}
