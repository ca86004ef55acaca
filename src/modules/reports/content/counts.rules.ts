import type { Severity } from '../../../connectors/finding.js';
import { SEVERITIES } from '../../../connectors/finding.js';
import type { ControlStatus } from '../../posture/posture.js';
import { scoreOf } from '../../posture/score.rules.js';
import type { ControlFacts } from '../report-facts.js';
import type { CategoryCounts, StatusCounts } from './content.type.js';

export function countStatuses(statuses: readonly ControlStatus[]): StatusCounts {
  const count = (status: ControlStatus) => statuses.filter((each) => each === status).length;
  return {
    total_controls: statuses.length,
    passed_controls: count('passed'),
    failed_controls: count('failed'),
    not_applicable_controls: count('not_applicable'),
    not_assessed_controls: count('not_assessed'),
  };
}

/** Counts per category, in the order of the controls. */
export function countCategories(controls: readonly ControlFacts[]): CategoryCounts[] {
  return [...Map.groupBy(controls, ({ control }) => control.category)].map(([category, own]) => {
    const counts = countStatuses(own.map(({ status }) => status));
    return { category, ...counts, score: scoreOf(counts.passed_controls, counts.total_controls) };
  });
}

export function countSeverities(severities: readonly Severity[]): Record<Severity, number> {
  const counts = SEVERITIES.map((severity) => [severity, severities.filter((each) => each === severity).length]);
  return Object.fromEntries(counts) as Record<Severity, number>;
}
