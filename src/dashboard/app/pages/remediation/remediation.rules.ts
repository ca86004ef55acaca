/** Pure functions on the rows of the remediation queue. */

import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';
import { isNobodys } from '../../parts/work-items/owner.rules.js';

/** Efforts, least first. */
export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Whose fixes are shown. */
export const OWNERS = ['nobody', 'me'] as const;
export type FixOwner = (typeof OWNERS)[number];

/** Orders beside that by gain: the gravest first, the least effort first. */
export const FIX_ORDERS = ['severity', 'effort'] as const;
export type FixOrder = (typeof FIX_ORDERS)[number];

interface NamedControl {
  id: string;
  framework: { name: string };
}

interface AnyFix {
  severity: Severity;
  /** Controls that would pass by it alone. */
  passes: readonly NamedControl[];
  /** Others that it brings forward. */
  helps: readonly NamedControl[];
  frameworks: readonly string[];
  remediation: { effort: Effort };
  /** Open work items on it. */
  work: readonly { owner: { id: string } | null }[];
}

interface FixFilter {
  severity?: Severity | undefined;
  effort?: Effort | undefined;
  owner?: FixOwner | undefined;
}

/** Whether a filter leaves something out. */
export function isNarrowed({ severity, effort, owner }: FixFilter): boolean {
  return [severity, effort, owner].some((each) => each !== undefined);
}

/** Fixes of a severity, an effort and an owner, undefined for all. Retains the order. @param me the account that asks */
export function filteredFixes<Fix extends AnyFix>(
  fixes: readonly Fix[],
  { severity, effort, owner }: FixFilter,
  me: string,
): Fix[] {
  const isOf = {
    nobody: ({ work }: Fix) => isNobodys(work),
    me: ({ work }: Fix) => work.some((item) => item.owner?.id === me),
  };
  return fixes.filter(
    (fix) =>
      (severity === undefined || fix.severity === severity) &&
      (effort === undefined || fix.remediation.effort === effort) &&
      (owner === undefined || isOf[owner](fix)),
  );
}

/** Fixes in an order; those alike in it, and all where it is undefined, as they were. */
export function orderedFixes<Fix extends Pick<AnyFix, 'severity' | 'remediation'>>(
  fixes: readonly Fix[],
  order: FixOrder | undefined,
): readonly Fix[] {
  if (order === undefined) return fixes;
  const rankOf = {
    severity: ({ severity }: Fix) => SEVERITIES.indexOf(severity),
    effort: ({ remediation }: Fix) => EFFORTS.indexOf(remediation.effort),
  }[order];
  return fixes.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether a fix would change the status of a control, or bring one forward: what only supports controls does neither. */
export function affectsControls({ passes, helps }: { passes: readonly unknown[]; helps: readonly unknown[] }): boolean {
  return passes.length + helps.length > 0;
}

/** Number of different controls that fixes bring forward. */
export function reachedControls(
  fixes: readonly { passes: readonly { id: string }[]; helps: readonly { id: string }[] }[],
): number {
  return new Set(fixes.flatMap(({ passes, helps }) => [...passes, ...helps].map(({ id }) => id))).size;
}

/** Number of different controls that would pass by one of the fixes alone. */
export function passedAlone(fixes: readonly { passes: readonly { id: string }[] }[]): number {
  return new Set(fixes.flatMap(({ passes }) => passes.map(({ id }) => id))).size;
}

interface StatusChange {
  previousStatus: string;
  newStatus: string;
}

/** Numbers of controls that fail no longer, that pass then and did not, and that fail then and did not. */
export function effectOf(changes: readonly StatusChange[]): { freed: number; passed: number; failed: number } {
  const count = (wanted: (change: StatusChange) => boolean) => changes.filter(wanted).length;
  return {
    freed: count(({ previousStatus, newStatus }) => previousStatus === 'failed' && newStatus !== 'failed'),
    passed: count(({ previousStatus, newStatus }) => previousStatus !== 'passed' && newStatus === 'passed'),
    failed: count(({ previousStatus, newStatus }) => previousStatus !== 'failed' && newStatus === 'failed'),
  };
}

/** What a work item of a fix is about: its check, else the first control that its assessment brings forward; null for neither. */
export function subjectOfFix({
  source,
  id,
  passes,
  helps,
}: {
  source: string;
  id: string;
  passes: readonly { id: string }[];
  helps: readonly { id: string }[];
}): { checkId: string } | { controlId: string } | null {
  if (source === 'check') return { checkId: id };
  const control = passes[0] ?? helps[0];
  return control ? { controlId: control.id } : null;
}

/** Controls by the name of their framework, in the order of both. */
export function controlsByFramework<Control extends NamedControl>(
  frameworks: readonly string[],
  controls: readonly Control[],
): { framework: string; controls: Control[] }[] {
  return frameworks
    .map((framework) => ({ framework, controls: controls.filter((control) => control.framework.name === framework) }))
    .filter((each) => each.controls.length > 0);
}

/** Input of `whatIf` for fixes of the queue: checks are repaired, universal controls assessed as compliant with a note or evidence. */
export function suppositionOf(fixes: readonly { id: string; source: string }[]) {
  const ids = (source: string) => fixes.filter((fix) => fix.source === source).map(({ id }) => id);
  return {
    fix: ids('check').map((checkId) => ({ checkId })),
    assess: ids('assessment').map((universalControl) => ({
      universalControl,
      status: 'compliant' as const,
      isSupported: true,
    })),
  };
}

/** What a work item of a step of a plan is about: its check, else the first control that its assessment moves; null for neither. */
export function subjectOf({
  checkId,
  universalControl,
}: {
  checkId: string | null;
  universalControl: { mappings: readonly { control: { id: string } }[] } | null;
}): { checkId: string } | { controlId: string } | null {
  if (checkId !== null) return { checkId };
  const control = universalControl?.mappings[0]?.control;
  return control ? { controlId: control.id } : null;
}
