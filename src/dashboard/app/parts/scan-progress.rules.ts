/** Controls that a running scan has looked at so far and does not fail. */
export function withoutFailure({
  failedControls,
  progress,
}: {
  failedControls: number;
  progress: { controlsDone: number };
}): number {
  return Math.max(0, progress.controlsDone - failedControls);
}
