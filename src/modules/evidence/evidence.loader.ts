import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';

/** An artifact as a control lists it. */
export interface LinkedEvidence {
  id: string;
  type: 'auto' | 'manual';
  title: string;
  createdAt: Date;
  fileReference: string;
}

const LINKED_MAX = 20;

/** For `ctx.once`: the newest 20 artifacts by control number, in one statement for all that are asked together. */
export function linkedEvidenceLoader({ em, viewer }: RequestContext): DataLoader<number, LinkedEvidence[]> {
  return new DataLoader(async (nos) => {
    const found = await rows(
      em,
      sql<LinkedEvidence & { controlNo: number }>`
        select wanted.no as "controlNo", linked.*
        from unnest(${[...nos]}::int[]) as wanted (no)
        cross join lateral (
          select e.id, e.type, e.title, e.created_at as "createdAt", e.file_reference as "fileReference"
          from evidence_controls c join evidence e on e.tenant_id = c.tenant_id and e.id = c.evidence_id
          where c.tenant_id = ${viewer.tenantId} and c.control_no = wanted.no
          order by e.created_at desc, e.id desc limit ${LINKED_MAX}
        ) linked`,
    );
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => byNo.get(no) ?? []);
  });
}
