import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { actorOf, recordAudit } from '../audit/audit.js';
import { catalogueOf, wholeCatalogueOf } from '../catalogue/visibility.js';
import { activeControls, mappedTo } from '../posture/active-controls.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import { WITHDRAWAL_GRACE_MS, type WithdrawalReason } from './withdrawal-reasons.js';
import { settleVersions } from './versions.js';
import { lockedArtifact, losingSupport, regainingSupport, type LeaningAssessment } from './withdrawal.sql.js';

/** Withdrawal of uploaded evidence, and its undoing. */
export class WithdrawalService {
  /**
   * Withdraws an uploaded artifact: its row, hash and name stay, its file can no longer be downloaded and is deleted after
   * the grace. Assessments that rest on nothing else no longer show anything: they count with assurance `partial`.
   * @throws {AppError} NOT_FOUND; CONFLICT for an artifact of a scan, and for one that is withdrawn already
   */
  async withdraw(ctx: RequestContext, id: string, why: { code: WithdrawalReason; text: string }): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const artifact = await lockedArtifact.one(em, { tenantId, id });
      if (!artifact) throw notFound();
      if (artifact.type === 'auto')
        throw new AppError('CONFLICT', 'artifacts of scans end with the retention of scans');
      if (artifact.isWithdrawn) throw new AppError('CONFLICT', 'the evidence is withdrawn already');
      const at = ctx.clock.now();
      const restorableUntil = new Date(at.getTime() + WITHDRAWAL_GRACE_MS);
      const reason = { reason_code: why.code, reason: why.text };
      const times = { withdrawn_by: userId, withdrawn_at: at, restorable_until: restorableUntil };
      await query(em)
        .insertInto('evidence_withdrawals')
        .values({ tenant_id: tenantId, evidence_id: id, ...reason, ...times })
        .execute();
      await settleVersions(em, tenantId, id);
      const losing = await losingSupport.all(em, { tenantId, id });
      await this.judgeAgain(ctx, em, losing, {
        isSupported: false,
        details: `Its evidence was withdrawn: ${why.code}.`,
      });
      await recordAudit(ctx, em, {
        action: 'evidence.withdrawn',
        resourceType: 'evidence',
        resourceId: id,
        after: { reasonCode: why.code, reason: why.text, restorableUntil: restorableUntil.toISOString() },
      });
    });
  }

  /**
   * Undoes a withdrawal; what assessments lost by it they have again.
   * @throws {AppError} NOT_FOUND; CONFLICT for one that is not withdrawn; GONE when its file is deleted
   */
  async restore(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const artifact = await lockedArtifact.one(em, { tenantId, id });
      if (!artifact) throw notFound();
      if (!artifact.isWithdrawn) throw new AppError('CONFLICT', 'the evidence is not withdrawn');
      // Guarded: the file may be deleted meanwhile.
      const { numDeletedRows } = await query(em)
        .deleteFrom('evidence_withdrawals')
        .where('tenant_id', '=', tenantId)
        .where('evidence_id', '=', id)
        .where('purged_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new AppError('GONE', 'the file of this evidence was deleted');
      await settleVersions(em, tenantId, id);
      const regaining = await regainingSupport.all(em, { tenantId, id });
      await this.judgeAgain(ctx, em, regaining, { isSupported: true, details: null });
      await recordAudit(ctx, em, { action: 'evidence.restored', resourceType: 'evidence', resourceId: id });
    });
  }

  /** Records assessments again under their authors, with or without support, and decides what they reach. */
  private async judgeAgain(
    ctx: RequestContext,
    em: EntityManager,
    assessments: readonly LeaningAssessment[],
    { isSupported, details }: { isSupported: boolean; details: string | null },
  ): Promise<void> {
    if (assessments.length === 0) return;
    const { tenantId, userId } = ctx.viewer;
    const catalogue = wholeCatalogueOf(ctx);
    const controls = await activeControls(em, tenantId, catalogue);
    for (const { universalNo, status, evidenceIds, expiresAt, assessedBy } of assessments) {
      const at = ctx.clock.now();
      const universalControlId = catalogue.universalControlByNo.get(universalNo)?.id ?? '';
      const judged = { id: newId(), universalNo, universalControlId, status, isSupported, at, details, evidenceIds };
      await decideStatuses(em, {
        controls: mappedTo(controls, [universalNo]),
        cause: { tenantId, source: 'assessment', kind: 'judgement', at, changedBy: userId, scanId: null },
        frameworks: catalogueOf(ctx).frameworks,
        assessment: { ...judged, expiresAt, expiredId: null, assessedBy, actor: actorOf(ctx) },
      });
    }
  }
}
