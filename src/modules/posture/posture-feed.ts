import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import type { RequestContext } from '../../context.js';
import { ContextKey } from '../../platform/context-values.js';
import { Channels } from '../../platform/pubsub/channels.js';
import type { Notifications } from '../../platform/pubsub/notifications.js';
import { postureSince } from './ledger.sql.js';
import { Posture, POSTURE_TOPIC, type ControlStatus, type StatusSource } from './posture.js';

/** A change of a control's status, as JSON from the ledger. */
export interface LedgerChange {
  controlNo: number;
  previousStatus: ControlStatus;
  status: ControlStatus;
  source: StatusSource;
  reason: string;
  changedAt: string;
  scanJobId: string | null;
  assessmentId: string | null;
}

/** A tenant's posture with the changes, oldest first, that led to it since the update before. */
export interface PostureUpdate {
  posture: Posture;
  changes: LedgerChange[];
}

/** The feed of the process. */
export const POSTURE_FEED = new ContextKey<PostureFeed>('posture feed');

/** The feed of status changes of the process that answers the request. */
export function postureFeedOf({ app }: RequestContext): PostureFeed {
  return app.values.get(POSTURE_FEED);
}

/** Streams of status changes, whichever process makes them. */
export class PostureFeed {
  private readonly channels: Channels<PostureUpdate>;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly log: Log,
  ) {
    this.channels = new Channels((tenantId, signal) => this.updates(tenantId, signal), log);
  }

  /** The current posture, without changes; then each update. A slow reader gets several updates merged into one. */
  async *watch(tenantId: string, signal: AbortSignal): AsyncGenerator<PostureUpdate> {
    let pending: PostureUpdate[] = [];
    let wake: (() => void) | null = null;
    const { opened, leave } = this.channels.join(tenantId, (update) => {
      pending.push(update);
      wake?.();
    });
    const onAbort = () => wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await opened;
      const snapshot = await this.read(tenantId, null);
      yield snapshot;
      let version = BigInt(snapshot.posture.version);
      while (!signal.aborted) {
        const merged = merge(pending.filter(({ posture }) => BigInt(posture.version) > version));
        pending = [];
        if (merged) {
          version = BigInt(merged.posture.version);
          yield merged;
          continue;
        }
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      leave();
    }
  }

  private async *updates(tenantId: string, signal: AbortSignal): AsyncGenerator<PostureUpdate> {
    const messages = this.notifications.subscribe(POSTURE_TOPIC, tenantId, signal)[Symbol.asyncIterator]();
    let last = await this.read(tenantId, null);
    yield last;
    // A message only signals that there is something to read; changes of a lost message are read with the next one.
    while (!(await messages.next()).done) {
      const next = await this.read(tenantId, last.posture.version).catch((err: unknown) => {
        this.log.warn({ err }, 'cannot read changed statuses');
        return null;
      });
      if (!next || next.posture.version === last.posture.version) continue;
      last = next;
      yield next;
    }
  }

  /** The posture, with the changes since the version `since`. */
  private read(tenantId: string, since: string | null): Promise<PostureUpdate> {
    return this.database.within({ kind: 'tenant', tenantId }, async () => {
      const found = await postureSince.one(this.database.fork(), { tenantId, since });
      if (!found) throw new Error('a tenant has no posture');
      return { posture: new Posture(found.version, found.statuses, found.assurances), changes: found.changes };
    });
  }
}

/** Merges updates: for each control the status before its first change, and the last status. */
function merge(updates: PostureUpdate[]): PostureUpdate | null {
  const last = updates.at(-1);
  if (!last || updates.length === 1) return last ?? null;
  const byControl = new Map<number, LedgerChange>();
  for (const change of updates.flatMap(({ changes }) => changes)) {
    const first = byControl.get(change.controlNo);
    byControl.set(change.controlNo, first ? { ...change, previousStatus: first.previousStatus } : change);
  }
  return { posture: last.posture, changes: [...byControl.values()] };
}
