import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../context.js';
import type { ExecutionLanes } from './execution-lanes.js';
import { unreadOwnerOf, type UnreadAnswers } from './unread-answers.js';

/** What is written before anybody else has a turn: some milliseconds of CPU. Our choice. */
const SLICE = { bytes: 64 * 1024, messages: 100 };

interface Waiter {
  context: RequestContext;
  bytes: number;
  signal: AbortSignal | undefined;
  start: () => void;
}

/**
 * Turns in which the messages of an event are written to its subscribers, a slice of an organization's at a time, in the lane of light
 * operations: however many subscribers an organization has, another one waits for a slice. Whoever has too much unread has no turn, and
 * nobody waits behind.
 */
export class SendingTurns {
  /** By organization; an empty list where the last slice is being written. */
  private readonly waiting = new Map<string, Waiter[]>();
  /** By owner: what was seen in this turn of the event loop. */
  private readonly full = new Map<string, boolean>();

  constructor(
    private readonly lanes: Pick<ExecutionLanes, 'runForAll'>,
    private readonly unread: Pick<UnreadAnswers, 'isFull' | 'roomOf' | 'untilRead'>,
  ) {}

  /** Whether its owner has so much unread that nothing more is made for them. */
  mustWait(context: RequestContext): boolean {
    const owner = unreadOwnerOf(context);
    const known = this.full.get(owner);
    if (known !== undefined) return known;
    // Once a turn of the event loop: a look adds up all connections of the organization, and an event has a thousand subscribers.
    if (this.full.size === 0) globalThis.setImmediate(() => this.full.clear());
    const isFull = this.unread.isFull(context);
    this.full.set(owner, isFull);
    return isFull;
  }

  /** Resolves when less is unread, or `signal` is aborted. */
  untilRead(context: RequestContext, signal: AbortSignal): Promise<void> {
    return this.unread.untilRead(context, signal);
  }

  /**
   * Resolves when a message of about so many bytes may be written, which then is done before the next turn of the event loop; also where
   * `signal` is aborted while too much is unread.
   */
  take(context: RequestContext, bytes: number, signal?: AbortSignal): Promise<void> {
    return new Promise((start) => this.queue({ context, bytes, signal, start }));
  }

  private queue(waiter: Waiter): void {
    const { tenantId } = waiter.context.viewer;
    const waiters = this.waiting.get(tenantId);
    if (waiters) {
      waiters.push(waiter);
      return;
    }
    this.waiting.set(tenantId, [waiter]);
    void this.startAll(waiter.context);
  }

  private async startAll(context: RequestContext): Promise<void> {
    const { tenantId } = context.viewer;
    const waiters = this.waiting.get(tenantId) ?? [];
    const room = new Map<string, number>();
    try {
      while (waiters.length > 0) {
        await this.lanes.runForAll(context, { units: 1 }, async () => {
          this.startSlice(waiters.splice(0, sliceOf(waiters)), room);
          await setImmediate();
        });
      }
    } catch {
      // What is refused a turn is sent without one: nobody else may wait for it.
      for (const { start } of waiters) start();
    } finally {
      this.waiting.delete(tenantId);
    }
  }

  /** @param room that each owner had at the last look, without what was started since: a look adds up all connections of the organization */
  private startSlice(slice: readonly Waiter[], room: Map<string, number>): void {
    for (const waiter of slice) {
      const { context, bytes, signal, start } = waiter;
      const owner = unreadOwnerOf(context);
      let left = room.get(owner) ?? 0;
      if (left <= 0) left = this.unread.roomOf(context);
      room.set(owner, left - bytes);
      if (left > 0 || signal?.aborted) start();
      else void this.unread.untilRead(context, signal).then(() => this.queue(waiter));
    }
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
