import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections of the young generation. */
const EVERY_BYTES = 8 * 2 ** 20;

type CollectGarbage = (options: { type: 'minor' }) => void;

/**
 * Keeps memory small while many bytes pass through. Every chunk of a socket is a new short-lived buffer, but V8 counts
 * it with the old generation: it lets some 100 MB accumulate and then walks the whole heap. Collecting the young
 * generation after every 8 MB takes 1 to 3 ms and frees them. Measured with 20 concurrent uploads of 50 MB: growth 58
 * MB instead of 130 MB, in two thirds of the time.
 */
export class MinorCollector {
  private readonly collect = garbageCollector();
  private bytes = 0;

  /** Counts bytes of all streams together. */
  passed(count: number): void {
    this.bytes += count;
    if (this.bytes < EVERY_BYTES) return;
    this.bytes = 0;
    this.collect?.({ type: 'minor' });
  }
}

/** V8's garbage collector; null where this version of Node does not expose it. */
function garbageCollector(): CollectGarbage | null {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  setFlagsFromString('--no-expose-gc');
  return collect as CollectGarbage | null;
}
