import { setTimeout } from 'node:timers/promises';
import { AppError } from '../platform/errors.js';
import { ownerOf, tenantOrAddressOf, type Asking } from './callers.js';
import { watchUnread, type Unread } from './unread.js';

const MIB = 1024 * 1024;
/**
 * Bytes of answers that may be held because their clients have not read them: of a person or key, or of an address of which nobody is
 * known; of an organization; and of a person or key where its organization has so many. Our choice: several of the largest answers on a
 * slow line, and whoever reads has an answer whatever the others do. Source: schema/contract/limits.md.
 */
const HELD_BYTES_MAX = { ofOwner: 32 * MIB, ofTenant: 128 * MIB, ofOwnerBeyond: MIB };
/** Value of `Retry-After` beyond them: a client that reads nothing has lost its connection by then. */
const RETRY_SECONDS = 60;
/** Interval at which work that waits looks again. */
const LOOK_EVERY_MS = 200;

interface Held {
  /** The person, key or address. */
  owner: string;
  bytes: () => number;
}

/**
 * The answers that this process holds for clients which have not read them, of every transport: nothing further is made for whoever has
 * too many, and a client that reads nothing loses its connection.
 */
export class UnreadAnswers {
  /** By organization or address. */
  private readonly held = new Map<string, Set<Held>>();

  constructor(private readonly max: Readonly<typeof HELD_BYTES_MAX> = HELD_BYTES_MAX) {}

  /**
   * Watches a connection until the returned function is called.
   * @param bytes that are held for it, where that is more than waits to be written
   */
  watch(asking: Asking, connection: Unread, bytes: () => number = connection.waiting): () => void {
    const stopWatching = watchUnread(connection);
    const key = tenantOrAddressOf(asking);
    const all = this.held.get(key) ?? new Set<Held>();
    const one = { owner: ownerIn(asking, key), bytes };
    this.held.set(key, all.add(one));
    return () => {
      stopWatching();
      all.delete(one);
      if (all.size === 0 && this.held.get(key) === all) this.held.delete(key);
    };
  }

  /** Whether as much is held as may be. */
  isFull(asking: Asking): boolean {
    const key = tenantOrAddressOf(asking);
    const all = this.held.get(key);
    if (!all) return false;
    const owner = ownerIn(asking, key);
    let [ofOwner, ofTenant] = [0, 0];
    for (const each of all) {
      const bytes = each.bytes();
      ofTenant += bytes;
      if (each.owner === owner) ofOwner += bytes;
    }
    const { max } = this;
    return ofOwner >= (ofTenant >= max.ofTenant ? max.ofOwnerBeyond : max.ofOwner);
  }

  /** @throws {AppError} RATE_LIMITED where as much is held as may be */
  refuseFull(asking: Asking): void {
    if (!this.isFull(asking)) return;
    throw new AppError('RATE_LIMITED', 'too much of what you have asked for is not read yet', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  /** Resolves when less is held than may be. */
  async untilRead(asking: Asking): Promise<void> {
    while (this.isFull(asking)) await setTimeout(LOOK_EVERY_MS, undefined, { ref: false });
  }
}

function ownerIn({ viewerIfAny: viewer }: Asking, tenantOrAddress: string): string {
  return viewer ? ownerOf(viewer) : tenantOrAddress;
}
