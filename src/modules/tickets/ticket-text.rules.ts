/** What a ticket says about a work item. */
export interface TicketFacts {
  ticketId: string;
  title: string;
  /** What the work item is about, as a line of text. */
  subject: string | null;
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  /** Address of the work item in the dashboard. */
  url: string;
}

/** Longest summary that Jira takes; GitHub takes 256. */
const SUMMARY_MAX = 255;

/** Title of a ticket, on one line. */
export function ticketTitle({ title }: TicketFacts): string {
  return title.replace(/\s+/g, ' ').trim().slice(0, SUMMARY_MAX);
}

/**
 * Text of a ticket. It is plain: names of resources come from connected systems, and must not mention anybody or make a link, so that
 * what markup would read is taken out.
 */
export function ticketText({ ticketId, subject, dueOn, url }: TicketFacts): string {
  return [
    ...(subject === null ? [] : [plain(subject)]),
    ...(dueOn === null ? [] : [`Due on ${dueOn}.`]),
    `Work item: ${url}`,
    'Its state follows this ticket, and this ticket follows its state.',
    markerOf(ticketId),
  ].join('\n\n');
}

/** Line by which a ticket is found again whose creation was not answered. */
export function markerOf(ticketId: string): string {
  return `Reference: crosswalk-${ticketId}`;
}

/** Label of the ticket in Jira, which finds it again. */
export function labelOf(ticketId: string): string {
  return `crosswalk-${ticketId}`;
}

/** Without what Markdown or the markup of Jira reads as a mention, a link, an image or a block. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[@#[\]{}<>|!`*_~\\]/g, ' ')
    .replace(/:\/\//g, ': ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
