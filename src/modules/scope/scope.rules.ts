import { AppError } from '../../platform/errors.js';
import { DAY } from '../../platform/clock.js';
import type { Control } from '../catalogue/catalogue.js';
import { choiceValueOf } from '../catalogue/scope-choice.rules.js';

/**
 * `selection`: values of the attribute that a framework offers; `exclusion`: of one control; `addressable`: HIPAA, 164.306(d)(3);
 * `inclusion`: why one control applies, ISO/IEC 27001:2022, 6.1.3 d); `partly_implemented`: 32 CFR 170.24(c)(2)(i)(B)(4).
 */
export const SCOPE_KINDS = ['selection', 'exclusion', 'addressable', 'inclusion', 'partly_implemented'] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** What was decided on an addressable specification. Only `not_reasonable` puts it out of scope. */
export const ADDRESSABLE_OUTCOMES = ['implemented', 'alternative', 'not_reasonable'] as const;
export type AddressableOutcome = (typeof ADDRESSABLE_OUTCOMES)[number];

export const SCOPE_DECISION_STATUSES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type ScopeDecisionStatus = (typeof SCOPE_DECISION_STATUSES)[number];

/** States that a decision can go to; an approved one is undone by a withdrawal. */
export const NEXT_DECISION_STATUSES: Readonly<Record<ScopeDecisionStatus, readonly ScopeDecisionStatus[]>> = {
  proposed: ['approved', 'rejected', 'withdrawn'],
  approved: ['withdrawn'],
  rejected: [],
  withdrawn: [],
};

/** What a decision says about controls, whatever its status. */
export interface ScopeSubject {
  /** Slug. */
  framework: string;
  kind: ScopeKind;
  /** Null of a selection. */
  controlNo: number | null;
  /** Values that are in scope; null of all but a selection. */
  selected: readonly string[] | null;
  /** Null of all but an addressable specification. */
  outcome: AddressableOutcome | null;
}

/**
 * The decision that puts a control out of scope, of those that are approved; null where it is in scope. A decision on the control
 * itself before a selection. The statement that decides statuses applies the same rule: the two agree, or one of them is wrong.
 */
export function excludingDecision<Decision extends ScopeSubject>(
  control: Control,
  approved: readonly Decision[],
): Decision | null {
  const own = approved.find(({ controlNo, kind, outcome }) => {
    return controlNo === control.no && (kind === 'exclusion' || outcome === 'not_reasonable');
  });
  if (own) return own;
  const value = choiceValueOf(control);
  const isLeftOut = ({ framework, selected }: Decision) =>
    framework === control.framework.slug && selected !== null && value !== null && !selected.includes(value);
  return approved.find(isLeftOut) ?? null;
}

/** Whether an organization may leave the control out: the clauses of ISO 27001 are for everybody. */
export function isExcludable({ framework: { slug }, attributes: { theme } }: Control): boolean {
  return slug !== 'iso27001' || !theme?.startsWith('clause-');
}

/**
 * The kind of decision that is possible on a control.
 * @throws {AppError} VALIDATION_FAILED for a requirement that its framework lets nobody leave out, and for an outcome on one that is not
 * addressable
 */
export function checkedKind(control: Control, outcome: AddressableOutcome | null): 'exclusion' | 'addressable' {
  const { attributes, controlId } = control;
  const isAddressable = attributes.specification === 'addressable';
  if (outcome !== null && !isAddressable) throw AppError.invalid('', `${controlId} is not addressable`);
  if (outcome === null && isAddressable) {
    throw AppError.invalid('', `${controlId} is addressable: say whether it is implemented`);
  }
  if (!isExcludable(control)) {
    throw AppError.invalid('', `${controlId}: clauses 4 to 10 cannot be left out, only controls of Annex A`);
  }
  return isAddressable ? 'addressable' : 'exclusion';
}

/**
 * The kind of decision that leaves a control in scope.
 * @throws {AppError} VALIDATION_FAILED for an addressable specification, whose own decision has the reason; for a requirement that has
 * no points for being implemented in part; for one that its framework lets nobody leave out
 */
export function checkedInclusion(control: Control, isPartlyImplemented: boolean): 'inclusion' | 'partly_implemented' {
  const { attributes, controlId, points } = control;
  if (isPartlyImplemented) {
    if (points?.partial) return 'partly_implemented';
    throw AppError.invalid('', `${controlId} has no points for being implemented in part`);
  }
  if (attributes.specification === 'addressable') {
    throw AppError.invalid('', `${controlId} is addressable: say whether it is implemented`);
  }
  if (!isExcludable(control)) throw AppError.invalid('', `${controlId}: clauses 4 to 10 apply to everybody`);
  return 'inclusion';
}

const REVIEW_DAYS = 365;
const REVIEW_DAYS_MAX = 3 * REVIEW_DAYS;

/**
 * When a decision is to be looked at again, at most three years ahead. @default after a year
 * @throws {AppError} VALIDATION_FAILED
 */
export function checkedReview(given: Date | null, now: Date): Date {
  const after = (days: number) => new Date(now.getTime() + days * DAY);
  if (given === null) return after(REVIEW_DAYS);
  if (given <= now) throw AppError.invalid('/review_at', 'must be in the future');
  if (given > after(REVIEW_DAYS_MAX)) throw AppError.invalid('/review_at', 'must be within three years');
  return given;
}

/** @throws {AppError} VALIDATION_FAILED for a reason that says nothing */
export function checkedReason(given: string): string {
  const reason = given.trim();
  if (reason === '') throw AppError.invalid('/reason', 'must say why');
  return reason;
}
