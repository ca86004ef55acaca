import { ConcurrentIndexes } from './concurrent-indexes.js';

/** Lists of uploads by expiry; those that never expire come last, in the same index. */
export class Migration20261130200000_uploads_by_expiry extends ConcurrentIndexes {
  override readonly indexes = {
    evidence_uploads_by_expiry:
      "create index concurrently evidence_uploads_by_expiry on evidence (tenant_id, expires_at, created_at desc, id desc) where type = 'manual'",
  };
}
