/** Scores before and after; null where there are none. */
interface ScoreChange {
  previousScore: number | null;
  newScore: number | null;
  previousAssuredScore: number | null;
  newAssuredScore: number | null;
}

/** Whether one of the scores differs. */
export function isMoved({ previousScore, newScore, previousAssuredScore, newAssuredScore }: ScoreChange): boolean {
  return previousScore !== newScore || previousAssuredScore !== newAssuredScore;
}
