import type { RequestContext } from '../../context.js';
import { ContextKey } from '../../platform/context-values.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { Channels } from '../../platform/pubsub/channels.js';
import { Latest } from '../../platform/pubsub/latest.js';
import type { Notifications } from '../../platform/pubsub/notifications.js';
import { SCAN_TOPIC } from './scan-queue.js';
import { readScan, type ScanRow } from './scan.read.js';
import { isFinished } from './scan-states.js';

/** Feed of scans of this process, as a value of the context. */
export const SCAN_FEED = new ContextKey<ScanFeed>('scan feed');

/** The feed of scans of the process that answers the request. */
export function scanFeedOf({ app }: RequestContext): ScanFeed {
  return app.values.get(SCAN_FEED);
}

/** Streams of scans as they change, whichever process changes them. */
export class ScanFeed {
  private readonly channels: Channels<ScanRow | null>;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly log: Log,
  ) {
    this.channels = new Channels((tenantId, signal) => this.changes(tenantId, signal), log);
  }

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
  watchScans(tenantId: string, signal: AbortSignal): AsyncGenerator<ScanRow> {
    return this.watch<never>(tenantId, () => true, signal, null);
  }

  private async *watch<Snapshot>(
    tenantId: string,
    isWanted: (scan: ScanRow) => boolean,
    signal: AbortSignal,
    snapshot: (() => Promise<Snapshot>) | null,
  ): AsyncGenerator<ScanRow | Snapshot> {
    const latest = new Latest<ScanRow>();
    const { leave } = this.channels.join(tenantId, (scan) => {
      if (scan && isWanted(scan)) latest.push(scan.id, scan);
    });
    try {
      // Read after joining: what changes from now on is not missed.
      if (snapshot) yield await snapshot();
      yield* latest.values(signal);
    } finally {
      leave();
    }
  }

  /** Every scan when it has changed; first null, once it is subscribed. */
  private async *changes(tenantId: string, signal: AbortSignal): AsyncGenerator<ScanRow | null> {
    const messages = this.notifications.subscribe(SCAN_TOPIC, tenantId, signal);
    yield null;
    const seen = new Set<string>();
    for await (const message of messages) {
      // Null: some may have been missed, so every scan seen so far is read again.
      if (message) seen.add(message.id);
      for (const scanId of message ? [message.id] : seen) {
        const scan = await this.read(tenantId, scanId).catch((err: unknown) => {
          this.log.warn({ err, scanId }, 'cannot read a changed scan');
          return null;
        });
        if (!scan) continue;
        if (isFinished(scan.status)) seen.delete(scanId);
        yield scan;
      }
    }
  }

  private read(tenantId: string, scanId: string): Promise<ScanRow | null> {
    return this.database.within({ kind: 'tenant', tenantId }, () => readScan(this.database.fork(), tenantId, scanId));
  }
}
