import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import { EVIDENCE_COLUMNS, type EvidenceRow } from './evidence.read.js';

const LINKED_MAX = 20;

/** For `ctx.once`: the newest 20 artifacts by control number, in one statement for all that are asked together. */
export function linkedEvidenceLoader({ em, viewer }: RequestContext): DataLoader<number, EvidenceRow[]> {
  return new DataLoader(async (nos) => {
    const found = await rows(
      em,
      sql<EvidenceRow & { controlNo: number }>`
        select wanted.no as "controlNo", linked.*
        from unnest(${[...nos]}::int[]) as wanted (no)
        cross join lateral (
          select ${EVIDENCE_COLUMNS}
          from evidence_controls link join evidence e on e.tenant_id = link.tenant_id and e.id = link.evidence_id
          where link.tenant_id = ${viewer.tenantId} and link.control_no = wanted.no
          order by e.created_at desc, e.id desc limit ${LINKED_MAX}
        ) linked`,
    );
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => byNo.get(no) ?? []);
  });
}
