/** Events that a rule can name. Our choice: those that somebody has to act on. */
export const NOTIFICATION_EVENTS = [
  'control_failed',
  'score_fell',
  'scan_failed',
  'new_findings',
  'evidence_ends_soon',
  'assessment_ends_soon',
  'exception_ends_soon',
  'work_item_due',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export type NotificationDelivery = 'at_once' | 'digest';

/** Why a rule is paused: by a person, by the link of a mail, or because no receiver is left. */
export type PauseReason = 'person' | 'unsubscribed' | 'no_receiver';

export type MessageStatus = 'queued' | 'sent' | 'failed';

/** Days before the end of evidence, assessments and exceptions at which rules notify of it. */
export const ENDS_SOON_DAYS = 30;
