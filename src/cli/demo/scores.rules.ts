import type { z } from 'zod';
import type { Scan, ScanResult } from './answers.js';
import { DemoError } from './demo-error.js';

/** One line of the score table. */
export interface ScoreLine {
  name: string;
  /** Score as returned by the service. Percent 0–100, one decimal. */
  score: number;
  passed: number;
  failed: number;
  total: number;
}

/** The scores of a completed scan, by framework and in total. */
export interface Scores {
  frameworks: ScoreLine[];
  overall: ScoreLine;
}

/**
 * Scores of a scan, checked against its results. In the order of the service.
 * @throws {DemoError} when an active framework has no score, or the results do not add up to the totals of the scan
 */
export function scoresOf(
  scan: z.infer<typeof Scan>,
  results: readonly ScanResult[],
  active: readonly string[],
): Scores {
  const scored = scan.scores;
  if (!scored) throw new DemoError('the completed scan has no scores');
  const missing = active.filter((name) => !scored.frameworks.some(({ framework }) => framework === name));
  if (missing.length > 0) throw new DemoError(`the scan has no score for ${missing.join(', ')}`);
  const overall = { ...tally(results), name: 'All', score: scored.overall };
  const { passed, failed, total } = overall;
  if (passed !== scan.passed_controls || failed !== scan.failed_controls || total !== scan.total_controls) {
    throw new DemoError(
      `the results (${passed} passed, ${failed} failed of ${total}) do not match the totals of the scan`,
    );
  }
  const frameworks = scored.frameworks.map(({ framework: name, score }) => {
    return { ...tally(results.filter(({ framework }) => framework === name)), name, score };
  });
  return { frameworks, overall };
}

function tally(results: readonly ScanResult[]): Pick<ScoreLine, 'passed' | 'failed' | 'total'> {
  return {
    passed: results.filter(({ status }) => status === 'pass').length,
    failed: results.filter(({ status }) => status === 'fail').length,
    total: results.length,
  };
}
