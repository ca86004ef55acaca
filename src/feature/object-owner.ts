import type { EntityManager } from '../platform/database/database.js';

/** What the objects of a folder are counted as in the storage of their organization, one by one, when they come and go. */
export type StoredKind = 'scans' | 'imports' | 'audit';

/** Answers of a feature to the sweeper about its objects, whose keys begin with `{tenant id}/{folder}/`. */
export interface ObjectOwner {
  folder: string;
  /** `rows`: the feature reserves room with `StorageQuota`, and counts by the sizes in its rows. */
  counted: StoredKind | 'rows';
  /**
   * Those of `keys` (at most 1,000, of one tenant) that are still needed. Others are removed when they are 15 minutes
   * old.
   */
  inUse(em: EntityManager, tenantId: string, keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Keys in rows, whose objects must exist: those after `after`, in the order of their bytes, at most `limit`.
   * @default not checked
   */
  named?(em: EntityManager, tenantId: string, after: string, limit: number): Promise<string[]>;
}
