import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, sql, type EntityManager } from '../../platform/database/database.js';
import { actorOf } from '../audit/audit.js';
import { catalogueOf, isVisible, wholeCatalogueOf } from '../catalogue/visibility.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import { findEvidence } from '../evidence/evidence.read.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';

export interface Judgement {
  universalControl: UniversalControl;
  status: AssessmentStatus;
  details: string | null;
  evidenceIds: readonly string[];
}

/** Records judgements of universal controls, which reach every mapped control of the active frameworks at once. */
export class AssessmentService {
  /**
   * Writes the assessment and everything that follows from it: see `decideStatuses`.
   * @returns its id
   * @throws {AppError} NOT_FOUND for evidence that is not the tenant's
   */
  async create(ctx: RequestContext, { universalControl, status, details, evidenceIds }: Judgement): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, tenantId);
      if (evidenceIds.length > 0) await findEvidence(ctx, em, evidenceIds);
      // Read under the lock: the order of assessments is the order of their times.
      const at = ctx.clock.now();
      await decideStatuses(em, {
        controls: await reachNow(ctx, em, universalControl),
        cause: { tenantId, source: 'assessment', at, changedBy: userId, scanId: null },
        frameworks: catalogueOf(ctx).frameworks,
        assessment: {
          id,
          universalNo: universalControl.no,
          universalControlId: universalControl.id,
          status,
          at,
          details,
          evidenceIds,
          actor: actorOf(ctx),
        },
      });
    });
    return id;
  }
}

/** The same under the lock of the posture: what was activated meanwhile is reached, too. */
async function reachNow(ctx: RequestContext, em: EntityManager, { no }: UniversalControl): Promise<Control[]> {
  const tenant = await row(
    em,
    sql<{ frameworks: string[]; hasHipaaPrivacy: boolean }>`
      select frameworks, hipaa_privacy as "hasHipaaPrivacy" from tenants where id = ${ctx.viewer.tenantId}`,
  );
  if (!tenant) return [];
  const mappings = wholeCatalogueOf(ctx).scopedTo(tenant).universalControlByNo.get(no)?.mappings ?? [];
  const controls = new Set(mappings.map(({ control }) => control));
  return [...controls].filter(({ framework }) => tenant.frameworks.includes(framework.slug));
}

/** What an assessment of the universal control reaches: its controls in the active frameworks, each once. */
export function reachOf(ctx: RequestContext, { mappings }: UniversalControl): Control[] {
  const controls = new Set(mappings.map(({ control }) => control));
  return [...controls].filter((control) => isVisible(ctx, control));
}
