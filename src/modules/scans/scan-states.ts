/** States of a scan job. Source: specification, section 3. */
export type ScanStatus = 'queued' | 'running' | 'completed' | 'failed';

/** Which state may follow which; every change is a guarded UPDATE. A cancelled scan ends failed. */
const SCAN_TRANSITIONS: Readonly<Record<ScanStatus, readonly ScanStatus[]>> = {
  queued: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** Whether a scan has ended, so that clients stop polling. */
export function isFinished(status: ScanStatus): boolean {
  return SCAN_TRANSITIONS[status].length === 0;
}

/** Result of one control in one scan. `not-applicable` in REST. */
export type ResultStatus = 'pass' | 'fail' | 'not_applicable';

export const SCAN_TRIGGERS = ['manual', 'schedule', 'import'] as const;
/** Cause of a scan: a user, a schedule or an imported report. */
export type ScanTrigger = (typeof SCAN_TRIGGERS)[number];

/** How often a running scan renews its lease. Seconds. */
export const HEARTBEAT_SECONDS = 10;
/** Three heartbeats. */
export const LEASE_SECONDS = 3 * HEARTBEAT_SECONDS;
/** Scans that run at the same time in one process: its slots. */
export const SCANS_AT_ONCE = 4;
/**
 * Slots of a process that one tenant may hold: half of them, and one while others wait. A second one that it holds when another tenant
 * begins to wait is given up at the next heartbeat.
 */
export const SLOTS_OF_TENANT = { alone: SCANS_AT_ONCE / 2, whileOthersWait: 1 } as const;

/** How often a scan is claimed before it is failed. */
export const ATTEMPTS_MAX = 3;

/** How far a scan is, as its subscribers see it. */
export interface ScanProgress {
  /** 0 to 100, whole. */
  percent: number;
  controlsDone: number;
  controlsTotal: number;
  /** Name of the integration that is being read, or null. */
  currentIntegration: string | null;
  findings: number;
}
