import { LRUCache } from 'lru-cache';

/** Bytes of all cached answers together. */
const BYTES_MAX = 64_000_000;
/** Share of them that one answer may take. */
const SHARE_MAX = 1 / 16;

/** An answer as it was sent, but for what belongs to the request. */
export interface CachedAnswer {
  /** In UTF-8: encoding costs more than sending. */
  body: Buffer;
  /** Its media type. */
  type: string;
  /** Cost in units of the request quota beyond the first. */
  units: number;
}

/**
 * Answers that say nothing but the catalogue, the statuses of an organization and what of them a caller sees. Each is cached by
 * what was asked and by the version of what it says: another status is another version, so that nothing is ever made invalid, and
 * what nobody asks for any more makes room. In the memory of the process: every process has its own, and all answer alike.
 */
export class AnswerCache {
  private readonly answers: LRUCache<string, CachedAnswer>;
  private readonly counts = { hits: 0, misses: 0 };

  constructor(bytesMax = BYTES_MAX) {
    this.answers = new LRUCache({
      maxSize: bytesMax,
      maxEntrySize: Math.ceil(bytesMax * SHARE_MAX),
      // A character of a key takes a byte or two.
      sizeCalculation: ({ body }, key) => body.length + 2 * key.length,
    });
  }

  /** @param version of everything that the answer says; @param asked everything that it depends on beside that */
  find(version: string, asked: readonly string[]): CachedAnswer | null {
    const found = this.answers.get(keyOf(version, asked)) ?? null;
    this.counts[found ? 'hits' : 'misses'] += 1;
    return found;
  }

  keep(version: string, asked: readonly string[], answer: CachedAnswer): void {
    this.answers.set(keyOf(version, asked), answer);
  }

  /** Numbers for metrics since the start: answers that were cached, and those that had to be made. */
  statistics(): { hits: number; misses: number } {
    return { ...this.counts };
  }
}

function keyOf(version: string, asked: readonly string[]): string {
  return JSON.stringify([version, ...asked]);
}
