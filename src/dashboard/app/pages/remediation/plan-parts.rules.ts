/** Pure functions on the steps of a plan. */

/** The round ten that is at least 5 points above a score: near enough to be planned for. Percent. */
export function nextTarget(score: number): number {
  return Math.min(100, Math.ceil((score + 5) / 10) * 10);
}

/** The score after a step. Percent. */
export type ScoreAfter<Step> = (step: Step) => number;

interface Plan<Step> {
  steps: readonly Step[];
  /** How many of them, the first ones, make pass what fails now. */
  failingFirst: number;
}

/** Some steps of a plan, with a heading of their own. */
export interface PlanPart<Step> {
  key: 'failing' | 'also' | 'rest' | 'all';
  steps: readonly Step[];
  /** Score after the last of them, where that is the step that reaches the target; null for every other part. */
  reached: number | null;
}

/**
 * The steps that make pass what fails now, and those after them, as one where the plan has but one kind. Where the target is reached while
 * something still fails, what also fails is a part of its own.
 * @param isThere whether the target was reached before the first step
 */
export function partsOf<Step>(
  { steps, failingFirst }: Plan<Step>,
  { target, scoreAfter, isThere }: { target: number; scoreAfter: ScoreAfter<Step>; isThere: boolean },
): PlanPart<Step>[] {
  const index = isThere ? -1 : steps.findIndex((step) => scoreAfter(step) >= target);
  const last = steps[index];
  const reached = last === undefined ? null : scoreAfter(last);
  const isEarly = reached !== null && index + 1 < failingFirst;
  const end = isEarly ? index + 1 : failingFirst;
  const isIn = (from: number, to: number) => (index >= from && index < to ? reached : null);
  const parts: PlanPart<Step>[] = [
    { key: 'failing', steps: steps.slice(0, end), reached: isIn(0, end) },
    { key: 'also', steps: steps.slice(end, failingFirst), reached: null },
    {
      key: failingFirst === 0 ? 'all' : 'rest',
      steps: steps.slice(failingFirst),
      reached: isIn(failingFirst, steps.length),
    },
  ];
  return parts.filter((part) => part.steps.length > 0);
}
