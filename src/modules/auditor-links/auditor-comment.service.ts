import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { findEvidence } from '../evidence/evidence.read.js';
import { grantOf, recordView } from './auditor-view.js';

export type AuditorCommentKind = 'comment' | 'request';

/** Comments and requests by one link. Our choice. */
export const COMMENTS_OF_LINK_MAX = 200;
/** Artifacts that an answer names. Our choice. */
export const EVIDENCE_OF_ANSWER_MAX = 20;

/** What auditors say and ask, and what members answer. */
export class AuditorCommentService {
  /** @throws {AppError} CONFLICT for more than 200 by the link */
  async add(
    ctx: RequestContext,
    { controlNo, kind, text }: { controlNo: number | null; kind: AuditorCommentKind; text: string },
  ): Promise<string> {
    const { id: linkId } = grantOf(ctx);
    const { tenantId } = ctx.viewer;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      // One writer of a link at a time, which makes the count exact.
      await query(em)
        .selectFrom('auditor_links')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', linkId)
        .forUpdate()
        .execute();
      const { count } = await query(em)
        .selectFrom('auditor_comments')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('link_id', '=', linkId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= COMMENTS_OF_LINK_MAX)
        throw new AppError('CONFLICT', `a link has at most ${COMMENTS_OF_LINK_MAX} comments and requests`);
      await query(em)
        .insertInto('auditor_comments')
        .values({
          ...{ id, tenant_id: tenantId, link_id: linkId, control_no: controlNo, kind, text },
          created_at: ctx.clock.now(),
        })
        .execute();
      await recordView(ctx.withEntityManager(em), { action: 'commented', of: { commentId: id, kind } });
    });
    return id;
  }

  /**
   * Answers, and shows the auditor the files of the evidence that the answer names: exactly these, as long as the link opens something.
   * @throws {AppError} NOT_FOUND; CONFLICT where it is answered already, and for evidence that was withdrawn
   */
  async answer(
    ctx: RequestContext,
    id: string,
    { answer, evidenceIds }: { answer: string; evidenceIds: readonly string[] },
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const found = await query(em)
        .selectFrom('auditor_comments')
        .select(['link_id as linkId', 'answered_at as answeredAt'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!found) throw notFound();
      if (evidenceIds.length > 0) await findEvidence(ctx, em, evidenceIds);
      if (found.answeredAt !== null) throw new AppError('CONFLICT', 'it is answered already');
      await query(em)
        .updateTable('auditor_comments')
        .set({ answer, answered_by: userId, answered_at: ctx.clock.now(), answer_evidence_ids: [...evidenceIds] })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, {
        action: 'auditor_link.answered',
        resourceType: 'auditor_link',
        resourceId: found.linkId,
        after: { commentId: id.toLowerCase(), ...(evidenceIds.length > 0 ? { evidenceIds } : {}) },
      });
    });
  }
}
