import { percentOf } from '../../platform/percent.js';
import type { Framework } from '../catalogue/catalogue.js';

/**
 * score = 100 × passed_controls / total_controls, one decimal; 0 for no controls.
 * Source: specification, section 2, "Report"; schema/contract/status.md, "Score".
 */
export function scoreOf(passedControls: number, totalControls: number): number {
  return percentOf(passedControls, totalControls);
}

/** Scores of a scan: pooled over its frameworks, and of each. */
export interface Scores {
  overall: number;
  /** By name, in the specification's order. */
  frameworks: { framework: string; score: number }[];
}

/** Scores of evaluated controls, of which some passed. */
export function scoresOf(results: { control: { framework: Framework }; status: string }[]): Scores {
  const byFramework = new Map<string, { passed: number; total: number }>();
  for (const { control, status } of results) {
    const counts = byFramework.get(control.framework.name) ?? { passed: 0, total: 0 };
    counts.total += 1;
    if (status === 'pass') counts.passed += 1;
    byFramework.set(control.framework.name, counts);
  }
  return {
    overall: scoreOf(results.filter(({ status }) => status === 'pass').length, results.length),
    frameworks: [...byFramework].map(([framework, { passed, total }]) => ({
      framework,
      score: scoreOf(passed, total),
    })),
  };
}
