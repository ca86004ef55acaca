import { createHash } from 'node:crypto';

/** Pages of one list that were asked for, by what they are asked for with: an address, or the token of a next page. */
export class PagesSeen {
  /** Hashes: tokens may be long, and the readers of lists limit the number of pages alone. */
  private readonly hashes = new Set<string>();

  /** Whether the page was asked for before: its list would never end. Notes it. */
  hasSeen(page: string): boolean {
    const { size } = this.hashes;
    return this.hashes.add(createHash('sha256').update(page).digest('base64')).size === size;
  }
}
