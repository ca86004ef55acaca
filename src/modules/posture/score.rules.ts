import { percentOf } from '../../platform/percent.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';

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
  /** Of those that are passed in full; not in scores that were stored before it was counted. */
  assuredOverall?: number;
  /** By name, in the specification's order. */
  frameworks: { framework: string; score: number; assuredScore?: number }[];
}

/** Result of a control in a scan. */
interface ScoredResult {
  control: {
    framework: Pick<Framework, 'name'>;
    mappings: readonly Pick<Control['mappings'][number], 'relationship'>[];
  };
  status: string;
}

/** Scores of evaluated controls, of which some passed. */
export function scoresOf(results: readonly ScoredResult[]): Required<Scores> {
  const byFramework = Map.groupBy(results, ({ control }) => control.framework.name);
  const [overall, assuredOverall] = bothScoresOf(results);
  return {
    overall,
    assuredOverall,
    frameworks: [...byFramework].map(([framework, own]) => {
      const [score, assuredScore] = bothScoresOf(own);
      return { framework, score, assuredScore };
    }),
  };
}

/** Score, and that of what is passed in full: tests pass a control by a full mapping, see `testedStatus`. */
function bothScoresOf(results: readonly ScoredResult[]): [score: number, assured: number] {
  const passed = results.filter(({ status }) => status === 'pass');
  const assured = passed.filter(({ control }) => control.mappings.some(({ relationship }) => isFull(relationship)));
  return [scoreOf(passed.length, results.length), scoreOf(assured.length, results.length)];
}
