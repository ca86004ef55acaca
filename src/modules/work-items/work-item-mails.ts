import type { RequestContext } from '../../context.js';
import { languageOf } from '../../messages/language.js';
import { DAY } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { workItemMail, type WorkItemOccasion } from './work-item-mail.rules.js';

/** Time after which a mail is not sent any more. */
const LIFETIME_MS = 7 * DAY;

/** A work item, the people to write to, and why. */
export interface WorkItemNotice {
  workItemId: string;
  title: string;
  userIds: readonly string[];
  occasion: WorkItemOccasion;
}

/** Mail about work items, to the members whom they concern. Nobody is written to about what they did themselves. */
export class WorkItemMails {
  constructor(
    private readonly mails: OutgoingMails,
    private readonly sender: Pick<MailSender, 'wake'>,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Adds the mails in the transaction of `em`: they are sent if that commits. Call `wake` then. */
  async add(ctx: RequestContext, em: EntityManager, notice: WorkItemNotice): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const userIds = notice.userIds.filter((id) => id !== userId);
    if (userIds.length === 0) return;
    const people = await readPeople(em, tenantId, [...userIds, userId]);
    const author = people.find(({ id }) => id === userId)?.name ?? null;
    const expiresAt = new Date(ctx.clock.now().getTime() + LIFETIME_MS);
    for (const { id, email, language, organization, isMember } of people) {
      if (id === userId || !isMember) continue;
      const url = `${this.publicUrl.href}/work-items/${notice.workItemId}`;
      const mail = workItemMail({
        ...{ to: email, language: languageOf(language), organization },
        author,
        title: notice.title,
        url,
        occasion: notice.occasion,
      });
      await this.mails.add(em, tenantId, { reference: `work_item ${newId()}`, mail, expiresAt });
    }
  }

  /** Sends what was added now rather than at the next sweep. */
  wake(): Promise<void> {
    return this.sender.wake();
  }
}

function readPeople(em: EntityManager, tenantId: string, ids: readonly string[]) {
  return query(em)
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language', 't.name as organization'])
    .select((eb) => eb('u.removed_at', 'is', null).as('isMember'))
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', 'in', ids)
    .execute();
}
