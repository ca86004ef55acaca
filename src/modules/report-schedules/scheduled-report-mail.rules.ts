import type { Language } from '../../messages/language.js';
import { letterOf } from '../../messages/letter.js';
import { MESSAGES, messagesOf } from '../../messages/messages.js';
import type { ErrorCode } from '../../platform/errors.js';
import type { Mail } from '../../platform/mail/mail.js';
import type { LibraryType } from '../reports/report-kinds.js';

/** What the mail about a report says, or about one that could not be made. */
export interface ScheduledReportFacts {
  to: string;
  language: Language;
  organization: string;
  /** Name of the framework. */
  framework: string;
  reportType: LibraryType;
  /** Address of the library of reports. */
  url: string;
  /** Why there is none; null where there is one. */
  failure: ErrorCode | null;
}

/** Mail to who has set up a schedule. Without a figure or a link to the file. */
export function scheduledReportMail(facts: ScheduledReportFacts): Mail {
  const { to, language, organization, framework, reportType, url, failure } = facts;
  const say = messagesOf('mails', language);
  const report = say('scheduledReport.report', { type: say(`scheduledReport.type.${reportType}`), framework });
  const of = { organization, report };
  const lines =
    failure === null
      ? [[{ before: say('scheduledReport.made', of), url }]]
      : [
          [say('scheduledReport.failed', { ...of, reason: reasonOf(failure, facts) })],
          [{ before: say('scheduledReport.next'), url }],
        ];
  return letterOf('scheduledReport', {
    ...{ to, language, subject: say(`scheduledReport.${failure === null ? 'subjectMade' : 'subjectFailed'}`, of) },
    paragraphs: [...lines, [say('scheduledReport.why')]],
  });
}

function reasonOf(code: ErrorCode, { language, organization, framework }: ScheduledReportFacts): string {
  const say = messagesOf('mails', language);
  return say(`scheduledReport.reason.${isSaid(code) ? code : 'other'}`, { organization, framework });
}

type SaidCode = keyof (typeof MESSAGES)['en']['mails']['scheduledReport']['reason'];

function isSaid(code: string): code is SaidCode {
  return Object.hasOwn(MESSAGES.en.mails.scheduledReport.reason, code);
}
