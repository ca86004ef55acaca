import { expect, it } from 'vitest';
import { inPieces } from '../../src/platform/in-pieces.js';

/** Keeps the thread for some milliseconds. */
function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function* work(pieces: number, ms: number): Generator<void, string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    yield;
    busy(ms);
  }
  return 'done';
}

it('long work lets others have their turn between its pieces', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  expect(await inPieces(work(10, 6))).toBe('done');
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(9);
});

it('short pieces run together, and an error of the work is its own', async () => {
  expect(await inPieces(work(1_000, 0))).toBe('done');
  const failing = function* (): Generator<void, never> {
    yield;
    throw new Error('cannot');
  };
  await expect(inPieces(failing())).rejects.toThrow('cannot');
});
