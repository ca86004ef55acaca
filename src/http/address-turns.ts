import { AsyncResource } from 'node:async_hooks';

/**
 * Requests of one address that are begun in one turn of the event loop. Our choice: the work of some milliseconds. An answer needs several
 * turns, so whoever sends a thousand requests at once over as many connections makes each of them long for everybody.
 */
const OF_ADDRESS_MAX = 32;

/** Begins the requests of each address in the order of their arrival, a few in each turn of the event loop. */
export class AddressTurns {
  /** Of each address that began one in this turn or has some waiting. */
  private readonly addresses = new Map<string, { begun: number; waiting: (() => void)[] }>();
  private isScheduled = false;
  /** In the context of the process: that of the request which came first would be held as long as there are others. */
  private readonly later = AsyncResource.bind(() => void setImmediate(() => this.next()));

  /** Calls `begin` now or in a later turn, in the async context of this call. */
  run(address: string, begin: () => void): void {
    const turn = this.addresses.get(address) ?? { begun: 0, waiting: [] };
    this.addresses.set(address, turn);
    this.schedule();
    if (turn.begun >= OF_ADDRESS_MAX) {
      turn.waiting.push(AsyncResource.bind(begin));
      return;
    }
    turn.begun += 1;
    begin();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.later();
  }

  private next(): void {
    this.isScheduled = false;
    for (const [address, turn] of this.addresses) {
      const begun = turn.waiting.splice(0, OF_ADDRESS_MAX);
      turn.begun = begun.length;
      if (begun.length === 0) this.addresses.delete(address);
      else this.schedule();
      for (const begin of begun) begin();
    }
  }
}
