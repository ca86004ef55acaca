import { Migration } from '@mikro-orm/migrations';

/**
 * A migration that creates indexes of a table with rows, outside of a transaction, while others write to it. What an interrupted one has left
 * is dropped and created again.
 */
export abstract class ConcurrentIndexes extends Migration {
  /** Statement by the name of its index: `create index concurrently …`. */
  abstract readonly indexes: Readonly<Record<string, string>>;

  override up(): void {
    // The work is done before: this records that it was.
  }
}
