import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { Latest } from '../../platform/pubsub/latest.js';
import type { Notifications } from '../../platform/pubsub/notifications.js';
import { SCAN_TOPIC } from './scan.lease.js';
import { readScan, type ScanRow } from './scan.read.js';
import { isFinished } from './scan.states.js';

/** One tenant's changes: read once in this process, however many listen. */
interface Channel {
  listeners: Set<(scan: ScanRow) => void>;
  stop: AbortController;
}

/** Streams of scans as they change, whichever process changes them. */
export class ScanFeed {
  private readonly channels = new Map<string, Channel>();

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly log: Log,
  ) {}

  /** The scan now, then after every change; ends after its terminal state. Ends at once where there is no such scan. */
  async *watchScan(tenantId: string, scanId: string, signal: AbortSignal): AsyncGenerator<ScanRow> {
    let sequence = -1;
    for await (const scan of this.watch(
      tenantId,
      (each) => each.id === scanId,
      signal,
      () => this.read(tenantId, scanId),
    )) {
      if (!scan) return;
      if (scan.progressSequence <= sequence) continue;
      sequence = scan.progressSequence;
      yield scan;
      if (isFinished(scan.status)) return;
    }
  }

  /** Every scan of the tenant when it changes. */
  async *watchScans(tenantId: string, signal: AbortSignal): AsyncGenerator<ScanRow> {
    for await (const scan of this.watch(tenantId, () => true, signal, null)) if (scan) yield scan;
  }

  private async *watch(
    tenantId: string,
    isWanted: (scan: ScanRow) => boolean,
    signal: AbortSignal,
    snapshot: (() => Promise<ScanRow | null>) | null,
  ): AsyncGenerator<ScanRow | null> {
    const latest = new Latest<ScanRow>();
    const listener = (scan: ScanRow) => {
      if (isWanted(scan)) latest.push(scan.id, scan);
    };
    const leave = this.join(tenantId, listener);
    try {
      // Read after joining: what changes from now on is not missed.
      if (snapshot) yield await snapshot();
      yield* latest.values(signal);
    } finally {
      leave();
    }
  }

  private join(tenantId: string, listener: (scan: ScanRow) => void): () => void {
    const channel = this.channels.get(tenantId) ?? this.open(tenantId);
    channel.listeners.add(listener);
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size > 0) return;
      channel.stop.abort();
      this.channels.delete(tenantId);
    };
  }

  private open(tenantId: string): Channel {
    const channel: Channel = { listeners: new Set(), stop: new AbortController() };
    this.channels.set(tenantId, channel);
    this.pump(tenantId, channel).catch((err: unknown) => this.log.error({ err }, 'a feed of scans ended'));
    return channel;
  }

  private async pump(tenantId: string, channel: Channel): Promise<void> {
    const seen = new Set<string>();
    for await (const message of this.notifications.subscribe(SCAN_TOPIC, tenantId, channel.stop.signal)) {
      // Null: some may have been missed, so every scan seen so far is read again.
      if (message) seen.add(message.id);
      for (const scanId of message ? [message.id] : seen) {
        const scan = await this.read(tenantId, scanId).catch((err: unknown) => {
          this.log.warn({ err, scanId }, 'cannot read a changed scan');
          return null;
        });
        if (!scan) continue;
        if (isFinished(scan.status)) seen.delete(scanId);
        for (const listener of channel.listeners) listener(scan);
      }
    }
  }

  private read(tenantId: string, scanId: string): Promise<ScanRow | null> {
    return this.database.within({ kind: 'tenant', tenantId }, () => readScan(this.database.fork(), tenantId, scanId));
  }
}
