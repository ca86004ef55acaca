/**
 * 100 × part / whole: percent, one decimal; 0 where the whole is 0. Every score and percentage of the service is computed by it; in SQL by
 * `score_percent` (`schema/sql/functions/score_percent.sql`), in the dashboard by `percentOf` in `parts/percent.rules.ts`.
 */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
