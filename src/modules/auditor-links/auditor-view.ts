import type { AuditorGrant, RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { recordAudit } from '../audit/audit.js';

/** The link by which the caller sees something. @throws {Error} for anybody but an auditor, whom the access table keeps out */
export function grantOf({ viewer }: RequestContext): AuditorGrant {
  if (!viewer.auditorLink) throw new Error('the caller is no auditor');
  return viewer.auditorLink;
}

/** What an auditor did, in the audit trail: with the label of the link and the agent beside the address that every entry has. */
export interface AuditorAct {
  action: 'opened' | 'viewed' | 'downloaded' | 'commented';
  /** What it was about. */
  of: Record<string, string | null>;
}

/** Records what an auditor sees, before they see it: what cannot be recorded is not shown. */
export async function recordView(ctx: RequestContext, { action, of }: AuditorAct): Promise<void> {
  const { id, label } = grantOf(ctx);
  await ctx.em.transactional(async (em) => {
    await query(em)
      .updateTable('auditor_links')
      .set({ last_used_at: ctx.clock.now() })
      .where('tenant_id', '=', ctx.viewer.tenantId)
      .where('id', '=', id)
      .execute();
    await recordAudit(ctx, em, {
      action: `auditor_link.${action}`,
      resourceType: 'auditor_link',
      resourceId: id,
      after: { label, userAgent: ctx.userAgent?.slice(0, AGENT_LENGTH) ?? null, ...of },
    });
  });
}

/** Length to which agents are cut. Characters. */
const AGENT_LENGTH = 256;
