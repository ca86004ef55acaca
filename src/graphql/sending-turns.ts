import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../context.js';
import type { ExecutionLanes } from './execution-lanes.js';

/** What is written before anybody else has a turn: some milliseconds of CPU. Our choice. */
const SLICE = { bytes: 64 * 1024, messages: 100 };

interface Waiter {
  bytes: number;
  start: () => void;
}

/**
 * Turns in which the messages of an event are written to its subscribers, a slice of an organization's at a time, in the lane of light
 * operations: however many subscribers an organization has, another one waits for a slice.
 */
export class SendingTurns {
  /** By organization; an empty list where the last slice is being written. */
  private readonly waiting = new Map<string, Waiter[]>();

  constructor(private readonly lanes: Pick<ExecutionLanes, 'run'>) {}

  /** Resolves when a message of about so many bytes may be written, which then is done before the next turn of the event loop. */
  take(context: RequestContext, bytes: number): Promise<void> {
    return new Promise((start) => {
      const { tenantId } = context.viewer;
      const waiters = this.waiting.get(tenantId);
      if (waiters) {
        waiters.push({ bytes, start });
        return;
      }
      this.waiting.set(tenantId, [{ bytes, start }]);
      void this.startAll(context);
    });
  }

  private async startAll(context: RequestContext): Promise<void> {
    const { tenantId } = context.viewer;
    const waiters = this.waiting.get(tenantId) ?? [];
    while (waiters.length > 0) {
      await this.lanes.run(context, { units: 1, isPatient: true }, async () => {
        for (const { start } of waiters.splice(0, sliceOf(waiters))) start();
        await setImmediate();
      });
    }
    this.waiting.delete(tenantId);
  }
}

/** Number of messages in the next slice: one at least. */
function sliceOf(waiters: readonly Waiter[]): number {
  let bytes = 0;
  const end = waiters.findIndex((waiter, index) => {
    bytes += waiter.bytes;
    return index > 0 && (index >= SLICE.messages || bytes > SLICE.bytes);
  });
  return end < 0 ? waiters.length : end;
}
