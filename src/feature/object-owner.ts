import type { EntityManager } from '../platform/database/database.js';

/** What a feature tells the sweeper of its objects: those whose keys begin with `{tenant id}/{folder}/`. */
export interface ObjectOwner {
  folder: string;
  /** Those of `keys` (at most 1,000, of one tenant) that are still needed. Every other is removed when it is 15 minutes old. */
  inUse(em: EntityManager, tenantId: string, keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Keys that rows name and that must therefore be there: those after `after`, in the order of their bytes, at most
   * `limit`. @default none are looked for
   */
  named?(em: EntityManager, tenantId: string, after: string, limit: number): Promise<string[]>;
}
