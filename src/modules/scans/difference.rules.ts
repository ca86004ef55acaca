import { SEVERITIES, type Severity } from '../../connectors/finding.js';

interface Changed {
  previousStatus: string | null;
  status: string | null;
}

/** Whether a control fails in the later of two scans and did not in the earlier one. */
export function isNewlyFailing({ previousStatus, status }: Changed): boolean {
  return status === 'fail' && previousStatus !== 'fail';
}

/** Whether a control failed in the earlier of two scans, and the later one covers it and finds no failure. */
export function isNoLongerFailing({ previousStatus, status }: Changed): boolean {
  return previousStatus === 'fail' && status !== null && status !== 'fail';
}

/** How many there are of each severity, the worst first, without those of which there is none. */
export function severityCounts(severities: readonly Severity[]): { severity: Severity; count: number }[] {
  return SEVERITIES.flatMap((severity) => {
    const count = severities.filter((each) => each === severity).length;
    return count === 0 ? [] : [{ severity, count }];
  });
}
