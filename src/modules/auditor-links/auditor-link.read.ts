import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { readEvidenceOf, type ShownEvidence } from '../evidence/evidence.read.js';
import { COMMENTS_OF_LINK_MAX } from './auditor-comment.service.js';

/** Links that are listed. */
export const LINKS_LISTED = 100;

/** Links of the organization, the newest first, or the one with an id. */
export async function readLinks(ctx: RequestContext, id: string | null = null) {
  const rows = await query(ctx.em)
    .selectFrom('auditor_links as l')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.created_by'))
    .select([
      'l.id',
      'l.label',
      'l.framework',
      'l.period_from as from',
      'l.period_to as to',
      'l.created_at as createdAt',
    ])
    .select(['l.expires_at as expiresAt', 'l.revoked_at as revokedAt', 'l.last_used_at as lastUsedAt'])
    .select(['u.id as authorId', 'u.name as authorName'])
    .select((eb) =>
      eb
        .selectFrom('auditor_comments as c')
        .select(eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .where('c.tenant_id', '=', ctx.viewer.tenantId)
        .whereRef('c.link_id', '=', 'l.id')
        .where('c.answered_at', 'is', null)
        .as('waitingComments'),
    )
    .where('l.tenant_id', '=', ctx.viewer.tenantId)
    .$if(id !== null, (links) => links.where('l.id', '=', id ?? ''))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(LINKS_LISTED)
    .execute();
  return rows.map(({ authorId, authorName, framework, ...link }) => ({
    ...link,
    framework: nameOfFramework(ctx, framework),
    waitingComments: link.waitingComments ?? 0,
    createdBy: authorId === null ? null : { id: authorId, name: authorName ?? '' },
  }));
}

interface CommentFilter {
  id?: string;
  linkId?: string;
  /** Without an answer, or with one. */
  isOpen?: boolean | null;
}

/** Comments and requests, newest first, at most 200. */
export async function readAuditorComments(ctx: RequestContext, { id, linkId, isOpen = null }: CommentFilter) {
  const rows = await query(ctx.em)
    .selectFrom('auditor_comments as c')
    .innerJoin('auditor_links as l', (join) =>
      join.onRef('l.tenant_id', '=', 'c.tenant_id').onRef('l.id', '=', 'c.link_id'),
    )
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.answered_by'))
    .select(['c.id', 'c.kind', 'c.link_id as auditorLinkId', 'l.label as author', 'l.framework', 'c.control_no as no'])
    .select(['c.text', 'c.created_at as createdAt', 'c.answer', 'u.name as answeredBy', 'c.answered_at as answeredAt'])
    .select('c.answer_evidence_ids as evidenceIds')
    .where('c.tenant_id', '=', ctx.viewer.tenantId)
    .$if(id !== undefined, (comments) => comments.where('c.id', '=', id ?? ''))
    .$if(linkId !== undefined, (comments) => comments.where('c.link_id', '=', linkId ?? ''))
    .$if(isOpen !== null, (comments) => comments.where('c.answered_at', isOpen ? 'is' : 'is not', null))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(COMMENTS_OF_LINK_MAX)
    .execute();
  const catalogue = wholeCatalogueOf(ctx);
  const named = await readEvidenceOf(
    ctx,
    rows.flatMap(({ evidenceIds }) => evidenceIds),
  );
  return rows.map(({ no, framework, kind, evidenceIds, ...comment }) => {
    const control = no === null ? null : (catalogue.controlByNo.get(no) ?? null);
    return {
      ...comment,
      kind,
      evidence: evidenceIds.flatMap((of) => named.get(of) ?? []).map(answeredWith),
      framework: nameOfFramework(ctx, framework),
      controlId: control?.id ?? null,
      controlCode: control?.controlId ?? null,
      controlTitle: control?.title ?? null,
    };
  });
}

/** Evidence as an answer shows it, to members and to the auditor alike. */
function answeredWith({ withdrawal, ...evidence }: ShownEvidence) {
  return { ...evidence, withdrawalReason: withdrawal?.reasonCode ?? null };
}

/**
 * The name of a framework of the catalogue by its slug; the slug itself where the catalogue no longer has it, so
 * that a link made for it can still be read and revoked.
 */
export function nameOfFramework(ctx: RequestContext, slug: string): string {
  return wholeCatalogueOf(ctx).frameworkBySlug.get(slug)?.name ?? slug;
}
