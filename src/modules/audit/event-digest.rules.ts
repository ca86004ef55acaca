import { leafHash, MerkleFrontier } from '../../platform/crypto/merkle.rules.js';
import type { TextEvent } from './event-text.rules.js';

/** Action of the entry that has a digest. */
export const DIGESTED = 'security_events.digested';
/** Action of the entry that says which events were deleted after their time. */
export const EXPIRED = 'security_events.expired';

/** What an entry of the trail says of security events that follow each other. */
export interface EventDigest {
  /** Numbers of the first and of the last event. */
  first: number;
  last: number;
  count: number;
  /** Earliest and latest time of an event. ISO 8601. */
  from: string;
  to: string;
  /** Root of the Merkle tree (RFC 6962) over the texts of the events, hexadecimal. */
  root: string;
}

/** What an entry of the trail says of events that were deleted after their time. */
export interface EventExpiry {
  /** Number of the last one that was deleted; none before it is left. */
  through: number;
  count: number;
  /** Retention, in days, and the moment before which events were deleted. ISO 8601. */
  days: number;
  before: string;
}

/** A digest in the making. */
export class GrowingDigest {
  private readonly tree = new MerkleFrontier();
  private first = 0;
  private last = 0;
  private from = Infinity;
  private to = -Infinity;

  /** Number of events. */
  get count(): number {
    return this.tree.size;
  }

  /** Milliseconds since the epoch of the earliest event; infinite without one. */
  get begin(): number {
    return this.from;
  }

  /** Adds the next event. @param at time of the event */
  add({ sequence, text }: TextEvent, at: Date): void {
    if (this.count === 0) this.first = sequence;
    this.last = sequence;
    this.from = Math.min(this.from, at.getTime());
    this.to = Math.max(this.to, at.getTime());
    this.tree.add(leafOfEvent(text));
  }

  /** The digest of what was added, of which there must be some. */
  digest(): EventDigest {
    const { first, last, count, tree } = this;
    const [from, to] = [this.from, this.to].map((at) => new Date(at).toISOString());
    return { first, last, count, from: from ?? '', to: to ?? '', root: tree.root().toString('hex') };
  }
}

/** Hash of an event in the tree of its digest. */
export function leafOfEvent(text: string): Buffer {
  return leafHash(Buffer.from(text, 'utf8'));
}
