import type { Control } from '../catalogue/catalogue.js';
import type { Posture } from './posture.js';
import { countStatuses, scoresOfCounts } from './count.rules.js';
import type { ScoreChangeType } from './score-change.type.js';

/** What a score is of. */
export interface Scored {
  posture: Posture;
  controls: Iterable<Control>;
}

/**
 * A score before and after: two postures, two sets of controls, or both.
 * @param framework name; null for the score over all of them
 */
export function scoreChange(framework: string | null, before: Scored, after: Scored): ScoreChangeType {
  const previous = scoresOfCounts(countStatuses(before.controls, before.posture));
  const now = scoresOfCounts(countStatuses(after.controls, after.posture));
  return {
    scope: framework === null ? 'overall' : 'framework',
    framework,
    previousScore: previous.score,
    newScore: now.score,
    previousAssuredScore: previous.assuredScore,
    newAssuredScore: now.assuredScore,
  };
}
