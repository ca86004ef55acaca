import type { Severity } from '../../../connectors/finding.js';
import { SEVERITIES } from '../../../connectors/finding.js';
import { levelOf, type AssuranceLevel } from '../../posture/assurance.rules.js';
import type { ControlStatus } from '../../posture/posture.js';
import { scoreOf } from '../../posture/score.rules.js';
import type { ControlFacts, TrendPoint } from '../report-facts.js';
import type { CategoryCounts, StatusCounts } from './content.type.js';

/** Status of a control with the level of its assurance; null where it is not passed. */
interface Outcome {
  status: ControlStatus;
  level: AssuranceLevel | null;
}

/** Statuses and levels of controls. */
export function outcomesOf(controls: readonly ControlFacts[]): Outcome[] {
  return controls.map(({ status, assurance }) => ({ status, level: assurance?.level ?? null }));
}

/** Statuses and levels of the controls after a former scan. */
export function outcomesAt({ statuses, assurances }: TrendPoint): Outcome[] {
  return statuses.map((status, index) => ({ status, level: levelOf(status, assurances[index] ?? 0) }));
}

/** Numbers of controls by status; the total is without those that are not applicable. */
export function countStatuses(outcomes: readonly Outcome[]): StatusCounts {
  const count = (wanted: ControlStatus) => outcomes.filter(({ status }) => status === wanted).length;
  return {
    total_controls: outcomes.length - count('not_applicable'),
    passed_controls: count('passed'),
    assured_controls: outcomes.filter(({ level }) => level === 'full').length,
    failed_controls: count('failed'),
    not_applicable_controls: count('not_applicable'),
    not_assessed_controls: count('not_assessed'),
  };
}

/** Counts per category, in the order of the controls. */
export function countCategories(controls: readonly ControlFacts[]): CategoryCounts[] {
  return [...Map.groupBy(controls, ({ control }) => control.category)].map(([category, own]) => {
    const counts = countStatuses(outcomesOf(own));
    return { category, ...counts, score: scoreIn(counts), assured_score: assuredScoreIn(counts) };
  });
}

/** 100 × passed / controls in scope. */
export function scoreIn({ passed_controls, total_controls }: StatusCounts): number {
  return scoreOf(passed_controls, total_controls);
}

/** 100 × passed controls of which all is shown / controls in scope. */
export function assuredScoreIn({ assured_controls, total_controls }: StatusCounts): number {
  return scoreOf(assured_controls, total_controls);
}

/** Number of each severity, 0 where there is none of it. */
export function countSeverities(severities: readonly Severity[]): Record<Severity, number> {
  const counts = SEVERITIES.map((severity) => [severity, severities.filter((each) => each === severity).length]);
  return Object.fromEntries(counts) as Record<Severity, number>;
}
