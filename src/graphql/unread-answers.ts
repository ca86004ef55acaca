import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Viewer } from '../context.js';
import { AppError } from '../platform/errors.js';
import { tenantOrAddressOf, type Asking } from './callers.js';
import { countedCredentialOf } from './request-quotas.js';
import { takenFrom, watchUnread, type Unread } from './unread.js';

const MIB = 1024 * 1024;
/**
 * Bytes of answers that may be held because their clients have not read them: of a credential, or of an address of which nobody is known;
 * of an organization; and of a credential where its organization has so many. Our choice: several of the largest answers on a slow line,
 * and whoever reads has an answer whatever the others do, also another session of the same person. Source: schema/contract/limits.md.
 */
const HELD_BYTES_MAX = { ofOwner: 32 * MIB, ofTenant: 128 * MIB, ofOwnerBeyond: MIB };
/** Value of `Retry-After` beyond them: a client that reads nothing has lost its connection by then. */
const RETRY_SECONDS = 60;
/** Interval at which work that waits looks again. */
const LOOK_EVERY_MS = 200;

/** What a transport says of a connection. */
export interface Connection extends Omit<Unread, 'taken'> {
  socket: Socket;
  /** Bytes that are held for it. @default those that wait */
  held?: () => number;
}

interface Held {
  /** The session, key, link or address. */
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

  /** Watches a connection until the returned function is called. */
  watch(asking: Asking, { socket, held, ...connection }: Connection): () => void {
    const stopWatching = watchUnread({ ...connection, taken: () => takenFrom(socket) });
    const release = this.hold(asking, held ?? connection.waiting);
    return () => {
      stopWatching();
      release();
    };
  }

  /**
   * Runs `work` with bytes that are counted as held: of many requests that arrive together each would find nothing held yet.
   * @throws {AppError} RATE_LIMITED where as much is held as may be; errors of `work`
   */
  async holding<T>(asking: Asking, bytes: () => number, work: () => Promise<T>): Promise<T> {
    this.refuseFull(asking);
    const release = this.hold(asking, bytes);
    try {
      return await work();
    } finally {
      release();
    }
  }

  private hold(asking: Asking, bytes: () => number): () => void {
    const key = tenantOrAddressOf(asking);
    const all = this.held.get(key) ?? new Set<Held>();
    const one = { owner: unreadOwnerOf(asking), bytes };
    this.held.set(key, all.add(one));
    return () => {
      all.delete(one);
      if (all.size === 0 && this.held.get(key) === all) this.held.delete(key);
    };
  }

  /** Whether as much is held as may be. */
  isFull(asking: Asking): boolean {
    return this.roomOf(asking) <= 0;
  }

  /** Bytes that may be held beside those that are; 0 or less where as much is held as may be. */
  roomOf(asking: Asking): number {
    const all = this.held.get(tenantOrAddressOf(asking));
    if (!all) return this.max.ofOwner;
    const owner = unreadOwnerOf(asking);
    let [ofOwner, ofTenant] = [0, 0];
    for (const each of all) {
      const bytes = each.bytes();
      ofTenant += bytes;
      if (each.owner === owner) ofOwner += bytes;
    }
    const { max } = this;
    return (ofTenant >= max.ofTenant ? max.ofOwnerBeyond : max.ofOwner) - ofOwner;
  }

  /** @throws {AppError} RATE_LIMITED where as much is held as may be */
  refuseFull(asking: Asking): void {
    if (!this.isFull(asking)) return;
    throw new AppError('RATE_LIMITED', 'too much of what you have asked for is not read yet', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  /** Resolves when less is held than may be, or `signal` is aborted. */
  async untilRead(asking: Asking, signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true && this.isFull(asking)) {
      await setTimeout(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

const ownersOfViewers = new WeakMap<Viewer, string>();

/** Key of the session, key or link that asks; of the address where nobody is known. */
export function unreadOwnerOf(asking: Asking): string {
  const { viewerIfAny: viewer } = asking;
  if (!viewer) return tenantOrAddressOf(asking);
  const known = ownersOfViewers.get(viewer);
  if (known !== undefined) return known;
  const { kind, id } = countedCredentialOf(viewer);
  const owner = `${kind} ${id}`;
  ownersOfViewers.set(viewer, owner);
  return owner;
}
