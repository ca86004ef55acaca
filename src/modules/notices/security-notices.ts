import type { Actor } from '../../access/actor.js';
import type { ChangeAuthor } from '../audit/audit.js';
import { languageOf } from '../../messages/language.js';
import { DAY } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { NoticeFacts, NoticeKind } from './notice-kinds.js';
import { noticeMail, type NoticeAuthor } from './notice-mail.rules.js';

/** Time after which a notice is not sent any more. */
const LIFETIME_MS = 7 * DAY;
/** Largest number of admins that are written to. Our choice. */
const ADMINS_MAX = 100;

export interface SecurityNotice<K extends NoticeKind> {
  kind: K;
  /** Account that it concerns. */
  userId: string;
  facts: NoticeFacts<K>;
  /** Whether the account is written to, and not the admins alone. @default true */
  notifiesOwner?: boolean;
}

/** Mail about credentials, to the account that they concern and to every admin of its organization. */
export class SecurityNotices {
  constructor(
    private readonly mails: OutgoingMails,
    private readonly sender: Pick<MailSender, 'wake'>,
  ) {}

  /** Adds the mails in the transaction of `em`: they are sent if that commits. Call `wake` then. */
  async add<K extends NoticeKind>(
    { tenantId, actor, at }: Omit<ChangeAuthor, 'events'>,
    em: EntityManager,
    { kind, userId, facts, notifiesOwner = true }: SecurityNotice<K>,
  ): Promise<void> {
    const people = await readRecipients(em, tenantId, userId);
    const owner = people.find(({ id }) => id === userId);
    if (!owner) return;
    const { name, email, organization, timezone } = owner;
    const author = actor.id === userId ? 'self' : await authorOf(em, tenantId, actor);
    const content = { kind, facts, name, email, author, organization, timezone, at, address: actor.address };
    const expiresAt = new Date(at.getTime() + LIFETIME_MS);
    for (const { id, email: to, language } of people) {
      if (id === userId && !notifiesOwner) continue;
      const mail = noticeMail({ to, language: languageOf(language) }, content);
      await this.mails.add(em, tenantId, { reference: `notice ${newId()}`, mail, expiresAt });
    }
  }

  /** Sends what was added now rather than at the next sweep. */
  wake(): Promise<void> {
    return this.sender.wake();
  }
}

/** The account and the admins, the account first. */
function readRecipients(em: EntityManager, tenantId: string, userId: string) {
  return query(em)
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language', 't.name as organization', 't.timezone'])
    .where('u.tenant_id', '=', tenantId)
    .where('u.removed_at', 'is', null)
    .where((eb) => eb.or([eb('u.id', '=', userId), eb('u.role', '=', 'admin')]))
    .orderBy((eb) => eb('u.id', '=', userId), 'desc')
    .orderBy('u.created_at')
    .limit(ADMINS_MAX + 1)
    .execute();
}

async function authorOf(em: EntityManager, tenantId: string, { type, id }: Actor): Promise<NoticeAuthor> {
  if (type === 'identity_provider') return 'identityProvider';
  if (id === null) return type === 'operator' ? 'operator' : 'service';
  const found = await query(em)
    .selectFrom('users')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? 'somebody';
}
