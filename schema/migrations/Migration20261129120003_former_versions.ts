import { ConcurrentIndexes } from './concurrent-indexes.js';

/** Assessments of a control by their status; and versions that newer ones replace, which totals count one by one. */
export class Migration20261129120003_former_versions extends ConcurrentIndexes {
  override readonly indexes = {
    assessments_of_control_status:
      'create index concurrently assessments_of_control_status on assessments (tenant_id, universal_no, status, created_at desc, id desc)',
    evidence_versions_former:
      'create index concurrently evidence_versions_former on evidence_versions (tenant_id, evidence_id) where not is_current',
  };
}
