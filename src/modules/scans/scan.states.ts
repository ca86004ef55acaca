/** States of a scan job. Source: specification, section 3. */
export type ScanStatus = 'queued' | 'running' | 'completed' | 'failed';

/** Which state may follow which; every change is a guarded UPDATE. A cancelled scan ends failed. */
const SCAN_TRANSITIONS: Readonly<Record<ScanStatus, readonly ScanStatus[]>> = {
  queued: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** Whether polling may end. */
export function isFinished(status: ScanStatus): boolean {
  return SCAN_TRANSITIONS[status].length === 0;
}

/** Verdict on one control in one scan. `not-applicable` at the REST door. */
export type ResultStatus = 'pass' | 'fail' | 'not_applicable';

export const SCAN_TRIGGERS = ['manual', 'schedule', 'import'] as const;
/** What a scan was queued by. */
export type ScanTrigger = (typeof SCAN_TRIGGERS)[number];
