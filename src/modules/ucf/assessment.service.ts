import type { RequestContext } from '../../context.js';
import { itemByItem, type ItemOutcome } from '../../feature/item-by-item.js';
import { newId } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { actorOf } from '../audit/audit.js';
import { catalogueOf, isVisible, wholeCatalogueOf } from '../catalogue/visibility.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import { findEvidence } from '../evidence/evidence.read.js';
import { activeControls, mappedTo } from '../posture/active-controls.js';
import { isSupported, type AssessmentStatus } from '../posture/assessment-status.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';

/** A person's assessment of a universal control, and the evidence that it rests on. */
export interface NewJudgement {
  universalControl: UniversalControl;
  status: AssessmentStatus;
  details: string | null;
  evidenceIds: readonly string[];
  /** When it no longer counts. @default never */
  expiresAt?: Date | null;
  /** Id under which it stands in the audit trail already. @default a new id, with an entry */
  auditedAs?: string;
}

/** Records assessments of universal controls, which reach every mapped control of the active frameworks at once. */
export class AssessmentService {
  /**
   * Writes the assessment and everything that follows from it: see `decideStatuses`.
   * @returns its id
   * @throws {AppError} NOT_FOUND for evidence that is not the tenant's; VALIDATION_FAILED for an expiry that is past
   */
  async create(ctx: RequestContext, judgement: NewJudgement): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { tenantId, userId } = ctx.viewer;
    const { universalControl, status, details, evidenceIds, expiresAt = null, auditedAs } = judgement;
    const id = auditedAs ?? newId();
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      if (evidenceIds.length > 0) await findEvidence(ctx, em, evidenceIds);
      // Read under the lock: the order of assessments is the order of their times.
      const at = ctx.clock.now();
      if (expiresAt && expiresAt <= at) throw AppError.invalid('/expires_at', 'must be in the future');
      await decideStatuses(em, {
        controls: mappedTo(await activeControls(em, tenantId, wholeCatalogueOf(ctx)), [universalControl.no]),
        cause: { tenantId, source: 'assessment', kind: 'judgement', at, changedBy: userId, scanId: null },
        frameworks: catalogueOf(ctx).frameworks,
        assessment: {
          id,
          universalNo: universalControl.no,
          universalControlId: universalControl.id,
          status,
          isSupported: isSupported({ details, evidenceIds }),
          at,
          details,
          evidenceIds,
          expiresAt,
          expiredId: null,
          assessedBy: userId,
          actor: actorOf(ctx),
          isAudited: auditedAs !== undefined,
        },
      });
      await ctx.recordEffect(em, id);
    });
    return id;
  }

  /**
   * Writes assessments item by item: see `itemByItem`. A universal control is assessed once: of two assessments the later one is in
   * force, and within a call nothing but milliseconds would decide which that is.
   * @param judgementOf reads an item; what it throws is the error of that item
   * @returns the ids of the assessments, in the order of the items
   */
  createEach<Item>(
    ctx: RequestContext,
    items: readonly Item[],
    judgementOf: (item: Item) => NewJudgement,
  ): Promise<ItemOutcome<string>[]> {
    const known = ctx.knownEffect;
    if (known !== null) return Promise.resolve(JSON.parse(known) as ItemOutcome<string>[]);
    const assessed = new Set<number>();
    return ctx.em.transactional(async (em) => {
      const inOne = ctx.withEntityManager(em);
      const outcomes = await itemByItem(inOne, { list: 'assessments', items }, async (inner, item) => {
        const judgement = judgementOf(item);
        const { no } = judgement.universalControl;
        if (assessed.has(no)) {
          const pointer = '/universal_control_id';
          throw new AppError('CONFLICT', 'an earlier item assesses the same universal control', { pointer });
        }
        const id = await this.create(inner, judgement);
        assessed.add(no);
        return id;
      });
      await ctx.recordEffect(em, JSON.stringify(outcomes));
      return outcomes;
    });
  }
}

/** The controls that an assessment of the universal control reaches: those in the active frameworks, each once. */
export function reachOf(ctx: RequestContext, { mappings }: UniversalControl): Control[] {
  const controls = new Set(mappings.map(({ control }) => control));
  return [...controls].filter((control) => isVisible(ctx, control));
}
