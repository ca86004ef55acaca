import { DAY } from '../../platform/clock.js';
import { MerkleFrontier } from '../../platform/crypto/merkle.rules.js';
import { DIGESTED, EXPIRED, leafOfEvent, type EventDigest, type EventExpiry } from './event-digest.rules.js';
import type { TextEvent } from './event-text.rules.js';
import type { TextEntry } from './trail-verification.js';

/** Shortest retention that can be set. Days. Source: docs/operating.md, SECURITY_EVENT_DAYS. */
const RETENTION_DAYS_MIN = 30;
/** Positions of action, time and new values in the text of an entry. See `entryText`. */
const [AT, ACTION, AFTER] = [4, 10, 14];

/** Fault of security events that the trail has digests of. */
export type EventFault =
  | 'some are missing'
  | 'there are more than when their digest was made'
  | 'one was changed'
  | 'some were missing when their digest was made'
  | 'they are in no digest, and older than one'
  | 'retention has deleted them, by the trail, and they are here'
  | 'the trail says that retention has deleted them, and their time was not over';

/** Events that follow each other: by their numbers, and their times as the digests say them. */
interface Span {
  first: number;
  last: number;
  from: string;
  to: string;
}

/** Result of comparing security events with the digests in a trail. */
export interface EventVerification {
  /** Number of digests, and of the events that were compared with one. */
  digests: number;
  compared: number;
  /** Digests whose events retention has deleted, all or some, with their number; null for none. */
  unchecked: (Span & { digests: number }) | null;
  /** Number of events after the last digest, which can still be changed unnoticed. */
  uncovered: number;
  /** The first fault, and the events that it is about; null for none. */
  broken: { first: number; last: number; fault: EventFault } | null;
}

type DatedExpiry = EventExpiry & { at: string };

/** What the entries of a trail say of security events. */
export class RecordedDigests {
  readonly digests: EventDigest[] = [];
  readonly expiries: DatedExpiry[] = [];

  /** The same entries, of which each is looked at while it passes. */
  async *of(entries: AsyncIterable<TextEntry>): AsyncGenerator<TextEntry> {
    for await (const entry of entries) {
      if (entry.text.includes('"security_events.')) this.note(JSON.parse(entry.text) as unknown[]);
      yield entry;
    }
  }

  private note(values: unknown[]): void {
    const after = values[AFTER];
    if (values[ACTION] === DIGESTED) this.digests.push(after as EventDigest);
    if (values[ACTION] === EXPIRED) this.expiries.push({ ...(after as EventExpiry), at: `${String(values[AT])}Z` });
  }
}

/**
 * Compares security events with the digests that a trail has of them, outside of the database: numbers are dense, and each digest
 * is that of its events, unless the trail says that retention has deleted them. Verify the trail itself first.
 * @param events in their order
 */
export async function verifyEvents(
  recorded: RecordedDigests,
  events: AsyncIterable<TextEvent>,
): Promise<EventVerification> {
  const comparison = new Comparison(recorded);
  for await (const event of events) comparison.take(event);
  return comparison.end();
}

/** The comparison as it goes through the events. */
class Comparison {
  /** Number of the last event that retention has deleted; infinitely small for none. */
  private readonly deleted: number;
  /** Digests of which events should be left. */
  private readonly left: EventDigest[];
  /** Events of the digest that is first in `left`. */
  private tree = new MerkleFrontier();
  /** Number of the event that is next; null where it can be any. */
  private next: number | null;
  private compared = 0;
  private uncovered = 0;
  private broken: EventVerification['broken'] = null;

  constructor(private readonly recorded: RecordedDigests) {
    const { digests, expiries } = recorded;
    this.deleted = Math.max(...expiries.map(({ through }) => through));
    this.left = digests.filter(({ last }) => last > this.deleted);
    this.next = this.deleted > 0 ? this.deleted + 1 : null;
    for (const expiry of expiries)
      if (!isTimely(expiry, digests))
        this.fail(1, expiry.through, 'the trail says that retention has deleted them, and their time was not over');
    for (const [place, { first, last }] of digests.entries())
      if (place > 0 && first !== (digests[place - 1]?.last ?? 0) + 1)
        this.fail(first, last, 'some were missing when their digest was made');
  }

  take({ sequence, text }: TextEvent): void {
    this.closeBefore(sequence);
    const [digest] = this.left;
    if (sequence <= this.deleted)
      this.fail(sequence, sequence, 'retention has deleted them, by the trail, and they are here');
    else if (digest && sequence < digest.first)
      this.fail(sequence, sequence, 'they are in no digest, and older than one');
    else if (digest && this.isWhole(digest)) this.tree.add(leafOfEvent(text));
    else this.expect(sequence);
    if (!digest) this.uncovered += 1;
    this.next = sequence + 1;
  }

  end(): EventVerification {
    this.closeBefore(Infinity);
    const { compared, uncovered, broken } = this;
    return { digests: this.recorded.digests.length, compared, unchecked: this.unchecked(), uncovered, broken };
  }

  /** Closes the digests whose last event is before a number. */
  private closeBefore(sequence: number): void {
    for (let [digest] = this.left; digest && digest.last < sequence; [digest] = this.left) {
      this.close(digest);
      this.left.shift();
      this.tree = new MerkleFrontier();
      this.next = digest.last + 1;
    }
  }

  private close(digest: EventDigest): void {
    const { first, last, count, root } = digest;
    if (!this.isWhole(digest)) this.expect(last + 1);
    else if (this.tree.size < count) this.fail(first, last, 'some are missing');
    else if (this.tree.size > count) this.fail(first, last, 'there are more than when their digest was made');
    else if (this.tree.root().toString('hex') !== root) this.fail(first, last, 'one was changed');
    else this.compared += count;
  }

  /** Events without a digest to compare them with have at least no gap. */
  private expect(sequence: number): void {
    if (this.next !== null && sequence > this.next) this.fail(this.next, sequence - 1, 'some are missing');
  }

  private isWhole({ first }: EventDigest): boolean {
    return first > this.deleted;
  }

  private unchecked(): EventVerification['unchecked'] {
    const digests = this.recorded.digests.filter((digest) => !this.isWhole(digest));
    const [oldest, newest] = [digests[0], digests.at(-1)];
    if (!oldest || !newest) return null;
    return { first: oldest.first, last: newest.last, from: oldest.from, to: newest.to, digests: digests.length };
  }

  private fail(first: number, last: number, fault: EventFault): void {
    this.broken ??= { first, last, fault };
  }
}

/** Whether the events that retention has deleted, by an entry of the trail, were old enough by their digest. */
function isTimely({ through, before, at }: DatedExpiry, digests: readonly EventDigest[]): boolean {
  const digest = digests.find(({ first, last }) => first <= through && through <= last);
  const latest = new Date(new Date(at).getTime() - RETENTION_DAYS_MIN * DAY);
  return digest !== undefined && new Date(digest.to) < new Date(before) && new Date(before) <= latest;
}
