import type { FairQueue } from '../platform/fair-queue.js';
import { atPlace, withoutPlace, type Place } from '../platform/outside-turn.js';

/** Whose place it is: a key of the queues, and the part of it. */
export interface PlaceOwner {
  key: string;
  part: string;
}

interface Queues {
  /** In which it executes. */
  lane: FairQueue;
  /** In which it waits for what is outside. */
  outside: FairQueue;
}

/**
 * The place of an operation in its lane. It is given back while the operation waits for something outside, and taken again, in its turn,
 * before it goes on: what has begun waits as long as that takes.
 */
export class LanePlace implements Place {
  /** Gives back the place that it has. */
  private giveBack: (() => void) | null = null;
  private taking: Promise<void> | null = null;
  private isOver = false;

  constructor(
    private readonly queues: Queues,
    private readonly owner: PlaceOwner,
  ) {}

  /** Runs the operation in its turn, at once where that is now. @throws {AppError} as `FairQueue.run`; errors of `work` */
  run<T>(work: () => T | Promise<T>, isPatient: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        const done = atPlace(this, async () => work());
        done.finally(() => this.end()).then(resolve, reject);
      };
      this.take(begin, isPatient).catch(reject);
    });
  }

  async leave<T>(work: () => Promise<T>, hasOwnQueue: boolean): Promise<T> {
    const { key, part } = this.owner;
    const alone = () => withoutPlace(work);
    this.giveBack?.();
    try {
      return await (hasOwnQueue ? alone() : this.queues.outside.run(key, alone, { part }));
    } finally {
      // Of several branches that were outside the first takes it for all.
      if (!this.giveBack && !this.isOver) await (this.taking ??= this.takeAgain());
    }
  }

  private takeAgain(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.take(resolve, true).catch(reject);
    }).finally(() => (this.taking = null));
  }

  /** Resolves when the place that it takes is given back. @param begin called when it has the place */
  private take(begin: () => void, isPatient: boolean): Promise<void> {
    const { key, part } = this.owner;
    const held = () =>
      new Promise<void>((resolve) => {
        this.giveBack = () => {
          this.giveBack = null;
          resolve();
        };
        // It may have ended, by another of its branches, while this one waited for the turn.
        if (this.isOver) this.giveBack();
        begin();
      });
    return this.queues.lane.run(key, held, { part, isPatient });
  }

  private end(): void {
    this.isOver = true;
    this.giveBack?.();
  }
}
