import type { Language } from '../../src/messages/language.js';
import type { MailKind } from '../../src/messages/letter.js';
import { passwordResetMail } from '../../src/modules/auth/password-reset-mail.rules.js';
import { NOTICES, type NoticeFacts, type NoticeKind } from '../../src/modules/notices/notice-kinds.js';
import { noticeMail } from '../../src/modules/notices/notice-mail.rules.js';
import { NOTIFICATION_EVENTS } from '../../src/modules/notifications/notification-kinds.js';
import { notificationMail } from '../../src/modules/notifications/notification-mail.rules.js';
import { invitationMail } from '../../src/modules/organizations/invitation-mail.js';
import { scheduledReportMail } from '../../src/modules/report-schedules/scheduled-report-mail.rules.js';
import { assessmentNoticeMail } from '../../src/modules/ucf/assessment-notice-mail.rules.js';
import { workItemMail } from '../../src/modules/work-items/work-item-mail.rules.js';
import type { Mail } from '../../src/platform/mail/mail.js';
import { ROLES } from '../../src/access/roles.js';
import { REPORT_TYPES } from '../../src/modules/reports/report-kinds.js';
import { STATUS_OF, type ErrorCode } from '../../src/platform/errors.js';
import { catalogueOf } from '../catalogue/shipped.js';

const AT = new Date('2026-12-01T09:30:00Z');
const TO = 'reader@partner.example';
export const BASE_URL = 'https://crosswalk.example';
/** An address in everything that people have written: no mail may make a link of it. */
export const LINK = 'https://evil.example/login';
const OF = { to: TO, organization: `Muster ${LINK}`, timezone: 'Europe/Berlin' };
const [first, second] = catalogueOf().universalControls;
if (!first || !second) throw new Error('the content has no universal controls');

/** Facts of every kind of notice. */
const NOTICE_FACTS: { [K in NoticeKind]: NoticeFacts<K> } = {
  'password.changed': { revokedKeys: 2 },
  'password.reset': { revokedKeys: 0 },
  'mfa.enabled': { revokedKeys: 0 },
  'mfa.disabled': { revokedKeys: 0 },
  'mfa.reset': { revokedKeys: 0 },
  'passkey.added': { revokedKeys: 0 },
  'passkey.removed': { revokedKeys: 0 },
  'passkeys.reset': { revokedKeys: 0 },
  'session.token_reused': {},
  'api_key.created': { key: `Nachts ${LINK}`, account: `Roboter ${LINK}`, scopes: ['read'] },
  'scim_token.created': { token: `Okta ${LINK}` },
  'auditor_link.created': {
    ...{ label: `Prüfer ${LINK}`, framework: 'SOC 2' },
    expiresAt: new Date('2026-12-23T10:00:00Z'),
  },
  'auditor_link.extended': {
    ...{ label: `Prüfer ${LINK}`, framework: 'SOC 2' },
    expiresAt: new Date('2026-12-23T10:00:00Z'),
  },
  'service_account.created': { account: `Roboter ${LINK}` },
  'service_accounts.moved': {
    person: `Bo ${LINK}`,
    accounts: Array.from({ length: 22 }, (_, n) => `A${n} ${LINK}`),
    revoked: 3,
  },
};

/** Data of one event with everything that the events of rules say. */
export const EVENT_DATA = {
  ...{ control_id: 'CC6.1', control_uuid: 'a-control', framework: 'SOC 2', framework_slug: 'soc2' },
  ...{ previous_score: 61.5, new_score: 58, scan_job_id: 'a-scan', error: { code: 'TIMED_OUT' } },
  ...{ critical: 2, high: 3, title: `Titel ${LINK}`, evidence_id: 'an-artifact', ends_on: '2026-12-24' },
  ...{
    universal_control: 'UCF-GOV-03',
    universal_control_uuid: 'a-universal-control',
    expires_at: '2026-12-24T00:00:00Z',
    expires_on: '2026-12-24',
  },
  ...{ exception_id: 'an-exception', work_item_id: 'a-work-item', due_on: '2026-12-24' },
};

const assessed = {
  ...{ id: 'x', universalNo: 1, assessedAt: AT, assessedBy: 'y', status: 'compliant' as const },
  ...{ universalControl: first, expiresAt: AT },
};
const disputed = {
  ...assessed,
  controls: Array.from({ length: 21 }, (_, n) => ({
    ...{ control_id: `C${n}`, control_uuid: 'z', framework: 'SOC 2', status: 'failed' as const },
  })),
  contradictions: [{ element: 1, integration: `Konto ${LINK}`, at: AT.toISOString() }],
};
const another = { ...disputed, status: 'non_compliant' as const, universalControl: second };

/** Every kind of mail in all its variants. A kind without a line here does not compile. */
const ALL: Record<MailKind, (language: Language) => Mail[]> = {
  invitation: (language) =>
    ROLES.map((role) => invitationMail({ ...OF, language, role, url: `${BASE_URL}/register?token=t`, expiresAt: AT })),
  passwordReset: (language) =>
    ['192.0.2.7', null].map((address) =>
      passwordResetMail({ ...OF, language, url: `${BASE_URL}/reset-password?token=t`, address, expiresAt: AT }),
    ),
  securityNotice: (language) => {
    const who = { name: `Ada ${LINK}`, email: 'ada@partner.example', at: AT, address: '192.0.2.7', ...OF };
    const authors = ['self', 'identityProvider', 'operator', 'service', 'somebody', { name: `Bo ${LINK}` }] as const;
    return [
      ...(Object.keys(NOTICES) as NoticeKind[]).map((kind) =>
        noticeMail({ to: TO, language }, { ...who, kind, facts: NOTICE_FACTS[kind], author: 'self' }),
      ),
      ...authors.map((author) =>
        noticeMail({ to: TO, language }, { ...who, kind: 'session.token_reused', facts: {}, author, address: null }),
      ),
    ];
  },
  workItem: (language) =>
    (
      [
        { kind: 'assigned', dueOn: '2026-12-24' },
        { kind: 'assigned', dueOn: null },
        { kind: 'mentioned', text: `Zeile\nZeile ${LINK}` },
      ] as const
    ).map((occasion) =>
      workItemMail({
        ...OF,
        language,
        author: `Bo ${LINK}`,
        title: `Titel ${LINK}`,
        url: `${BASE_URL}/work-items/w`,
        occasion,
      }),
    ),
  assessmentNotice: (language) =>
    [
      { disputed: [disputed], ending: [], formerAuthor: null },
      { disputed: [disputed, another], ending: [assessed], formerAuthor: `Bo ${LINK}` },
      { disputed: [], ending: [assessed, assessed], formerAuthor: null },
      { disputed: Array.from({ length: 22 }, () => disputed), ending: [assessed], formerAuthor: null },
    ].map((notice) => assessmentNoticeMail({ to: TO, language }, { ...OF, ...notice, publicUrl: BASE_URL })),
  scheduledReport: (language) => {
    const of = { ...OF, language, framework: 'SOC 2', url: `${BASE_URL}/reports` };
    return [
      ...[...REPORT_TYPES, 'audit_package' as const].map((reportType) =>
        scheduledReportMail({ ...of, reportType, failure: null }),
      ),
      ...(Object.keys(STATUS_OF) as ErrorCode[]).map((failure) =>
        scheduledReportMail({ ...of, reportType: 'gap_analysis', failure }),
      ),
    ];
  },
  notification: (language) => {
    const events = NOTIFICATION_EVENTS.map((event) => ({ event, data: EVENT_DATA, at: AT }));
    const of = {
      ...OF,
      language,
      rule: `Regel ${LINK}`,
      baseUrl: BASE_URL,
      unsubscribeUrl: `${BASE_URL}/u`,
      isTest: false,
    };
    const scanErrors = ['INTERNAL', 'UNAVAILABLE', 'ODD_CODE'].map((code) => [
      { event: 'scan_failed' as const, data: { error: { code } }, at: AT },
    ]);
    return [
      ...events.map((event) => notificationMail({ ...of, events: [event] })),
      ...scanErrors.map((failed) => notificationMail({ ...of, events: failed })),
      notificationMail({ ...of, events: Array.from({ length: 7 }, () => events).flat() }),
      notificationMail({ ...of, events: [{ event: 'score_fell', data: { ...EVENT_DATA, framework: null }, at: AT }] }),
      notificationMail({ ...of, isTest: true, events: [] }),
    ];
  },
};

/** Names of the kinds of mails. */
export const MAIL_KINDS = Object.keys(ALL) as MailKind[];

/** All variants of a kind, in the same order in every language. */
export function mailsOf(kind: MailKind, language: Language): Mail[] {
  return ALL[kind](language);
}
