/** Requests in a row without an answer after which a system that has answered before counts as away: more than run in parallel. */
const UNANSWERED_MAX = 5;

/**
 * Distinguishes a system that is away from one that leaves single requests unanswered: those cost what they would have shown, and not the
 * scan. Each request counts with all of its attempts.
 */
export class Reachability {
  private hasAnswered = false;
  private unanswered = 0;

  /** Records an answer, also a refusal. */
  answered(): void {
    this.hasAnswered = true;
    this.unanswered = 0;
  }

  /** Records a request without an answer. @returns whether the system counts as away */
  isAwayAfterSilence(): boolean {
    this.unanswered += 1;
    return !this.hasAnswered || this.unanswered >= UNANSWERED_MAX;
  }
}
