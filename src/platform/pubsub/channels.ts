import { setTimeout } from 'node:timers/promises';
import { SECOND } from '../clock.js';
import type { Log } from '../log.js';

/** Pause before a source that ended is read again. Our choice: as long as connections are opened again. */
const REOPEN_MS = SECOND;

interface Channel<Value> {
  listeners: Set<(value: Value) => void>;
  stop: AbortController;
  /** Resolves with the first value of the source: no later one is missed. */
  opened: Promise<unknown>;
}

/** One stream of values for each tenant, read once in this process for all its listeners, and only while there are any. */
export class Channels<Value> {
  private readonly channels = new Map<string, Channel<Value>>();

  /** @param source begins with a value at once; ends with the signal */
  constructor(
    private readonly source: (tenantId: string, signal: AbortSignal) => AsyncGenerator<Value>,
    private readonly log: Log,
  ) {}

  /**
   * Calls `listener` with every value from now on.
   * @returns a promise of the source's first value, and a function that removes the listener
   */
  join(tenantId: string, listener: (value: Value) => void): { opened: Promise<unknown>; leave: () => void } {
    const channel = this.channels.get(tenantId) ?? this.open(tenantId);
    channel.listeners.add(listener);
    const leave = () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size > 0) return;
      channel.stop.abort();
      if (this.channels.get(tenantId) === channel) this.channels.delete(tenantId);
    };
    return { opened: channel.opened, leave };
  }

  private open(tenantId: string): Channel<Value> {
    const { promise: opened, resolve: onOpen } = Promise.withResolvers<undefined>();
    const channel: Channel<Value> = { listeners: new Set(), stop: new AbortController(), opened };
    this.channels.set(tenantId, channel);
    void this.hold(tenantId, channel, () => onOpen(undefined));
    return channel;
  }

  /** Reads the source while there are listeners, and again where it ends before: its first value says that they may have missed some. */
  private async hold(tenantId: string, channel: Channel<Value>, onOpen: () => void): Promise<void> {
    const { signal } = channel.stop;
    for (;;) {
      await this.pump(tenantId, channel, onOpen).catch((err: unknown) =>
        this.log.error({ err }, 'a channel of changes ended'),
      );
      onOpen();
      const isOver = await setTimeout(REOPEN_MS, signal.aborted, { signal, ref: false }).catch(() => true);
      if (isOver) return;
    }
  }

  private async pump(tenantId: string, channel: Channel<Value>, onOpen: () => void): Promise<void> {
    for await (const value of this.source(tenantId, channel.stop.signal)) {
      onOpen();
      for (const listener of channel.listeners) listener(value);
    }
  }
}
