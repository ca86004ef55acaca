import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';

/** What the mail about a report says, or about one that could not be made. */
export interface ScheduledReportFacts {
  to: string;
  organization: string;
  /** Name of the framework. */
  framework: string;
  /** In words: `gap analysis`. */
  reportType: string;
  /** Address of the library of reports. */
  url: string;
  /** Why there is none; null where there is one. */
  failure: string | null;
}

/** Mail to who has set up a schedule, with the same content as plain text and simple HTML. Without a figure or a link to the file. */
export function scheduledReportMail({
  to,
  organization,
  framework,
  reportType,
  url,
  failure,
}: ScheduledReportFacts): Mail {
  const name = `${reportType} of ${framework}`;
  const subject =
    failure === null ? `${organization}: ${name} is in the library` : `${organization}: ${name} could not be made`;
  const lines = [
    failure === null
      ? `The report that you have scheduled, ${name} in ${organization}, was made: ${url}`
      : `The report that you have scheduled, ${name} in ${organization}, could not be made: ${failure}.`,
    ...(failure === null ? [] : [`The next one is tried at its time. Schedules and reports: ${url}`]),
    'You get this mail because you have set up the schedule. Delete it there to get no more.',
  ];
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}\n`,
  };
}
