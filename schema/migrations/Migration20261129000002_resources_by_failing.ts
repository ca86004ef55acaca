import { ConcurrentIndexes } from './concurrent-indexes.js';

/** Lists of the resources on which most fails. */
export class Migration20261129000002_resources_by_failing extends ConcurrentIndexes {
  override readonly indexes = {
    resources_failing:
      'create index concurrently resources_failing on resources (tenant_id, failing desc, resource_no)',
  };
}
