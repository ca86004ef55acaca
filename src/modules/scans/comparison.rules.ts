import type { Scanner, Severity } from '../../connectors/finding.js';

/** Why a control's result differs between two scans. */
export const CHANGE_REASONS = [
  'configuration',
  'check_version',
  'mapping_version',
  'coverage',
  'integrations',
] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** A check of one integration as one scan stored it. */
export interface StoredCheck {
  scan: 'from' | 'to';
  integrationId: string;
  scanner: Scanner;
  ruleId: string;
  title: string;
  severity: Severity;
  controlNos: number[];
  resourcesPassed: number;
  resourcesFailed: number;
  /** Null for other scanners' rules. */
  version: string | null;
  isPartial: boolean;
  /** Codes of the elements that it decided. */
  decides: number[];
}

/** What a check said of a control in each of the two scans, and why that differs. */
export interface CheckChange {
  integrationId: string;
  ruleId: string;
  title: string;
  scanner: Scanner;
  /** In the later scan, where it ran in that. */
  severity: Severity;
  previous: StoredCheck | null;
  current: StoredCheck | null;
  reasons: ChangeReason[];
  /** Whether it decided an element of the control in one of them: otherwise it is evidence, and changed nothing. */
  decides: boolean;
}

/** Which integrations each of the scans read. */
export interface ReadIntegrations {
  from: readonly string[];
  to: readonly string[];
}

/** The control of a change: its number, and the codes of the elements that it asks for. */
export interface ChangedControl {
  no: number;
  codes: ReadonlySet<number>;
}

/** The checks of a control whose outcome differs between two scans, by rule id. */
export function checkChanges(
  control: ChangedControl,
  checks: readonly StoredCheck[],
  read: ReadIntegrations,
): CheckChange[] {
  const byRule = Map.groupBy(checks, ({ integrationId, scanner, ruleId }) => `${integrationId} ${scanner} ${ruleId}`);
  return [...byRule.values()]
    .flatMap((stored) => changeOf(control, stored, read) ?? [])
    .sort((a, b) => (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : 0));
}

function changeOf({ no, codes }: ChangedControl, stored: StoredCheck[], read: ReadIntegrations): CheckChange | null {
  const [anyOf] = stored;
  const wasThere = stored.find(({ scan }) => scan === 'from') ?? null;
  const isThere = stored.find(({ scan }) => scan === 'to') ?? null;
  const leading = (check: StoredCheck | null) => (check?.controlNos.includes(no) ? check : null);
  const [previous, current] = [leading(wasThere), leading(isThere)];
  if (!anyOf || (!previous && !current) || outcomeOf(previous) === outcomeOf(current)) return null;
  const { integrationId, scanner, ruleId, title } = anyOf;
  const { severity } = isThere ?? anyOf;
  const reasons = reasonsOf({ previous, current, wasThere, isThere, integrationId, read });
  const decides = [previous, current].some((check) => check?.decides.some((code) => codes.has(code)) ?? false);
  return { integrationId, scanner, ruleId, title, severity, previous, current, reasons, decides };
}

interface Difference {
  /** Null where it did not run or did not lead to the control. */
  previous: StoredCheck | null;
  current: StoredCheck | null;
  /** Null where it did not run. */
  wasThere: StoredCheck | null;
  isThere: StoredCheck | null;
  integrationId: string;
  read: ReadIntegrations;
}

function reasonsOf({ previous, current, wasThere, isThere, integrationId, read }: Difference): ChangeReason[] {
  if (!read.from.includes(integrationId) || !read.to.includes(integrationId)) return ['integrations'];
  // It ran both times, and led to the control only once.
  if (wasThere && isThere && (!previous || !current)) return ['mapping_version'];
  const reasons: ChangeReason[] = [];
  if (previous && current && previous.version !== current.version) reasons.push('check_version');
  if (previous && current && previous.isPartial !== current.isPartial) reasons.push('coverage');
  return reasons.length > 0 ? reasons : ['configuration'];
}

/** Whether it failed, passed, had nothing in its scope, or said nothing. */
function outcomeOf(check: StoredCheck | null): string {
  if (!check) return 'silent';
  if (check.resourcesFailed > 0) return 'fail';
  if (check.isPartial) return 'silent';
  return check.resourcesPassed > 0 ? 'pass' : 'out of scope';
}
