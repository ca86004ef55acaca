import type { z } from 'zod';
import { percentOf } from '../../platform/percent.js';
import type { Scan, Scorecard, ScanResult } from './answers.js';
import { DemoError } from './demo-error.js';

/** One line of the score table: the controls of a framework with their status now. */
export interface ScoreLine {
  name: string;
  /** Percent 0–100, one decimal; counts only controls that are shown in full. Null where nothing decides a control. */
  assuredScore: number | null;
  /** Percent 0–100, one decimal; counts all passed controls. Null where nothing decides a control. */
  score: number | null;
  passed: number;
  failed: number;
  total: number;
}

/** The scores after a completed scan, framework by framework and pooled. */
export interface Scores {
  frameworks: ScoreLine[];
  overall: ScoreLine;
  /** Number of controls that the scan itself passes. */
  passedByScan: number;
}

/**
 * The scorecard after a scan, in its order.
 * @throws {DemoError} when the scan has no score of one of its frameworks, or its results do not add up to its own numbers
 */
export function scoresOf(
  scan: z.infer<typeof Scan>,
  results: readonly ScanResult[],
  { frameworks: cards }: z.infer<typeof Scorecard>,
): Scores {
  requireConsistent(scan, results, cards);
  const sum = (count: (card: (typeof cards)[number]) => number) => cards.reduce((all, card) => all + count(card), 0);
  const [total, passed, assured] = [
    sum(({ total_controls }) => total_controls),
    sum(({ passed_controls }) => passed_controls),
    sum(({ assured_controls }) => assured_controls),
  ];
  return {
    frameworks: cards.map((card) => ({
      name: card.framework,
      assuredScore: card.assured_score,
      score: card.score,
      passed: card.passed_controls,
      failed: card.failed_controls,
      total: card.total_controls,
    })),
    overall: {
      name: 'All',
      assuredScore: percentOf(assured, total),
      score: percentOf(passed, total),
      passed,
      failed: sum(({ failed_controls }) => failed_controls),
      total,
    },
    passedByScan: scan.passed_controls,
  };
}

function requireConsistent(
  scan: z.infer<typeof Scan>,
  results: readonly ScanResult[],
  cards: readonly { framework: string }[],
): void {
  const scored = scan.scores;
  if (!scored) throw new DemoError('the completed scan has no scores');
  const missing = cards.filter((card) => !scored.frameworks.some(({ framework }) => framework === card.framework));
  if (missing.length > 0) {
    throw new DemoError(`the scan has no score for ${missing.map(({ framework }) => framework).join(', ')}`);
  }
  const passed = results.filter(({ status }) => status === 'pass').length;
  const failed = results.filter(({ status }) => status === 'fail').length;
  const total = results.length;
  if (passed !== scan.passed_controls || failed !== scan.failed_controls || total !== scan.total_controls) {
    throw new DemoError(
      `the results (${passed} passed, ${failed} failed of ${total}) do not match the totals of the scan`,
    );
  }
}
