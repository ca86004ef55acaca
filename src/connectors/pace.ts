import type { Clock } from '../platform/clock.js';

/** What is read without a pause, of all answers of a collection since the last one. Bytes. */
const WITHOUT_PAUSE = 2 ** 20;
/** Our choice: to read, check and parse a mebibyte takes some 15 ms of the thread that answers everybody. */
const MS_PER_MIB = 20;

/**
 * The pace of one collection: after each mebibyte, in one answer or in many, its requests wait for as long as reading took. A system that
 * answers with as much as is read, again and again and to many requests at once, has half of the thread at most, however long a scan may be.
 */
export class Pace {
  private unpausedBytes = 0;
  private pausing: Promise<void> = Promise.resolve();

  /**
   * Waits after an answer until the collection may go on.
   * @param bytes of the answer, decompressed
   */
  async after(bytes: number, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<void> {
    this.unpausedBytes += bytes;
    if (this.unpausedBytes > WITHOUT_PAUSE) {
      const ms = Math.ceil((this.unpausedBytes / 2 ** 20) * MS_PER_MIB);
      this.unpausedBytes = 0;
      // One pause after another: requests beside each other share the thread.
      this.pausing = this.pausing.then(() => clock.sleep(ms, signal));
    }
    await this.pausing;
  }
}
