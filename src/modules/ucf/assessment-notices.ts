import { languageOf } from '../../messages/language.js';
import { DAY, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Log } from '../../platform/log.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import type { Catalogue, UniversalControl } from '../catalogue/catalogue.js';
import { emitEvent } from '../events/outbox.js';
import { assessmentNoticeMail } from './assessment-notice-mail.rules.js';
import { noticeReceivers, notifyDisputed, notifyEnding, type EndingAssessment } from './assessment-notice.sql.js';

/** Days before the expiry of an assessment from which its author is notified; as of exceptions. Our choice. */
const ANNOUNCED_DAYS = 30;
/** Time after which nobody is notified of an event any more, and a mail is not sent any more. Our choice. */
const LIFETIME_MS = 7 * DAY;

export interface AssessmentNoticesOptions {
  database: Database;
  /** Of every scope. */
  catalogue: Catalogue;
  clock: Clock;
  log: Log;
  mails: OutgoingMails;
  sender: Pick<MailSender, 'wake'>;
  publicUrl: PublicUrl;
}

/** Notifies the authors of assessments by mail, once each, that the results of a scan contradict one and that one expires soon. */
export class AssessmentNotices {
  constructor(private readonly options: AssessmentNoticesOptions) {}

  /** May run in several processes at once: what authors were notified of is marked in the transaction that stores the mail. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, log } = this.options;
    await eachTenant({ database, log, signal, task: 'notify authors of assessments' }, async (tenantId) => {
      const notified = await database.fork().transactional((em) => this.notify(em, tenantId));
      if (notified > 0) await this.options.sender.wake();
    });
  }

  /** @returns the number of mails */
  private async notify(em: EntityManager, tenantId: string): Promise<number> {
    const now = this.options.clock.now();
    const since = new Date(now.getTime() - LIFETIME_MS);
    const disputed = this.named(await notifyDisputed.all(em, { tenantId, now, since }));
    const ending = this.named(await notifyEnding.all(em, { tenantId, now, days: ANNOUNCED_DAYS }));
    if (disputed.length + ending.length === 0) return 0;
    for (const each of ending) await announce(em, tenantId, each);
    const { organization, timezone } = await query(em)
      .selectFrom('tenants')
      .select(['name as organization', 'timezone'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const authors = [...new Set([...disputed, ...ending].map(({ assessedBy }) => assessedBy))];
    let count = 0;
    for (const { author, name, isMember, receivers } of await noticeReceivers.all(em, { tenantId, authors })) {
      const notice = {
        disputed: disputed.filter(({ assessedBy }) => assessedBy === author),
        ending: ending.filter(({ assessedBy }) => assessedBy === author),
        formerAuthor: isMember ? null : name,
        ...{ organization, timezone, publicUrl: this.options.publicUrl.href },
      };
      for (const { email, language } of receivers) {
        await this.options.mails.add(em, tenantId, {
          reference: `assessment notice ${newId()}`,
          mail: assessmentNoticeMail({ to: email, language: languageOf(language) }, notice),
          expiresAt: new Date(now.getTime() + LIFETIME_MS),
        });
        count += 1;
      }
    }
    return count;
  }

  /** The assessments with their universal controls, without those that the content has no more. */
  private named<Row extends { universalNo: number }>(rows: readonly Row[]) {
    return rows.flatMap((row) => {
      const universalControl = this.options.catalogue.universalControlByNo.get(row.universalNo);
      return universalControl ? [{ ...row, universalControl }] : [];
    });
  }
}

function announce(
  em: EntityManager,
  tenantId: string,
  { id, assessedBy, status, universalControl, expiresAt }: EndingAssessment & { universalControl: UniversalControl },
): Promise<void> {
  const event = 'compliance.assessment_ends_soon';
  return emitEvent(em, tenantId, {
    event,
    subject: `${event} ${id}`,
    data: {
      assessment_id: id,
      assessed_by: assessedBy,
      assessed_as: status,
      universal_control: universalControl.code,
      universal_control_uuid: universalControl.id,
      expires_at: expiresAt.toISOString(),
    },
  });
}
