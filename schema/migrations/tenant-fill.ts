import { Migration } from '@mikro-orm/migrations';

/** Rows that a batch looks at, which it locks for the milliseconds that it takes. */
export const FILL_ROWS = 1_000;

/**
 * A migration that fills rows of organizations while processes of the last release read and write them: one organization after the other,
 * within its policies, in batches of which each is committed. One that was interrupted goes on after its last batch, or begins again: it is
 * repeatable. What such processes write behind it is not its concern, but that of a default or of the service.
 */
export abstract class TenantFill extends Migration {
  /**
   * Statement of one batch: `$1` is the organization (uuid), `$2` the place after which it begins (text), null for the first. It returns
   * one row whose `place` (text) is the last that it looked at, null where none was left.
   */
  abstract readonly batch: string;

  override up(): void {
    // The work is done before: this records that it was.
  }
}
