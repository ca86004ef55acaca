import { query, type EntityManager } from '../../platform/database/database.js';
import { recordChange, type ChangeAuthor } from '../audit/audit.js';
import type { SessionEndReason } from './session.type.js';

export interface SessionEnd {
  /** Whose sessions end. */
  userId: string;
  reason: SessionEndReason;
  /** The only session to end. @default all of the person's */
  only?: string;
  /** A session that stays. @default none */
  except?: string | null;
}

/**
 * Ends sessions of a person, from the next request on, and records it: as security events, and those that were ended from
 * the list in the audit trail as well. The one place where sessions end before their time. An author with an audit entry
 * of its own records that before.
 * @returns the ids of those that were open
 */
export async function endSessions(author: ChangeAuthor, em: EntityManager, end: SessionEnd): Promise<string[]> {
  const { userId, reason } = end;
  const ended = await markEnded(author, em, end);
  if (ended.length > 0 && reason === 'ended') {
    const after = { sessions: ended };
    await recordChange(author, em, { action: 'session.ended', resourceType: 'member', resourceId: userId, after });
  }
  const events = ended.map((sessionId) => ({ kind: 'session.ended', userId, sessionId, details: { reason } }) as const);
  await author.events?.recordChange(em, author, ...events);
  return ended;
}

async function markEnded(
  { tenantId, actor, at }: ChangeAuthor,
  em: EntityManager,
  { userId, reason, only, except }: SessionEnd,
): Promise<string[]> {
  const ended = await query(em)
    .updateTable('sessions')
    .set({ ended_at: at, ended_by: actor.type === 'user' ? actor.id : null, end_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(only !== undefined, (update) => update.where('id', '=', only ?? ''))
    .$if((except ?? null) !== null, (update) => update.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
