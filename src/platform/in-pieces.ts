import { setImmediate as nextTurn } from 'node:timers/promises';

/** Our choice: what others of the thread wait for at most, beside one piece. */
const TURN_MS = 5;

/**
 * Runs long work of this thread in pieces, between which everything else has its turn.
 * @param work yields after each piece; pieces that are short run together
 * @returns what it returns
 */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + TURN_MS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < until);
    await nextTurn();
  }
}
