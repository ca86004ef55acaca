import { percentOf } from '../../platform/percent.js';
import type { Control } from '../catalogue/catalogue.js';
import type { Posture } from './posture.js';

/** Numbers of controls by status. */
export interface StatusCounts {
  /** Those in scope. */
  totalControls: number;
  passedControls: number;
  /** Passed ones of which all is shown. */
  assuredControls: number;
  failedControls: number;
  /** Those out of scope, beside the total. */
  notApplicableControls: number;
  notAssessedControls: number;
}

/** Numbers of `controls` by status; a control that occurs twice counts once. */
export function countStatuses(controls: Iterable<Control>, posture: Posture): StatusCounts {
  const counts = { passed: 0, failed: 0, not_applicable: 0, not_assessed: 0 };
  let assuredControls = 0;
  for (const control of new Set(controls)) {
    counts[posture.statusOf(control)] += 1;
    if (posture.isAssured(control)) assuredControls += 1;
  }
  return {
    totalControls: counts.passed + counts.failed + counts.not_assessed,
    passedControls: counts.passed,
    assuredControls,
    failedControls: counts.failed,
    notApplicableControls: counts.not_applicable,
    notAssessedControls: counts.not_assessed,
  };
}

/**
 * Scores of counted controls, one decimal: 100 × passed / total, and the same of those of which all is shown. Null while nothing
 * decides any of them: then 0 would say that they fail.
 */
export function scoresOfCounts({
  totalControls: total,
  passedControls,
  assuredControls,
  notAssessedControls,
}: StatusCounts): { score: number | null; assuredScore: number | null } {
  if (notAssessedControls === total) return { score: null, assuredScore: null };
  return { score: percentOf(passedControls, total), assuredScore: percentOf(assuredControls, total) };
}
