import { z } from 'zod';
import { dayOf } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { MESSAGES, messagesOf, type Translate } from '../../messages/messages.js';
import { shortWithoutLinks } from '../../messages/without-links.rules.js';
import type { NotificationEvent } from './notification-kinds.js';

/** An event that a message describes. */
export interface RuleEvent {
  event: NotificationEvent;
  /** As it was stored with the event. */
  data: Record<string, unknown>;
  at: Date;
}

/** What a message says of an event. */
export interface EventWords {
  /** `Control failed` */
  title: string;
  /** `SOC 2 CC6.1: passed before` */
  text: string;
  /** Page of the dashboard, from its root: `/scans/…`. */
  path: string;
}

const shown = z.union([z.string(), z.number()]).transform(String).catch('');
const facts = z.object({
  control_id: shown,
  control_uuid: shown,
  framework: shown,
  framework_slug: shown,
  previous_score: z.coerce.number().catch(0),
  new_score: z.coerce.number().catch(0),
  scan_job_id: shown,
  error: z.object({ code: shown }).catch({ code: '' }),
  critical: z.number().catch(0),
  high: z.number().catch(0),
  title: shown,
  ends_on: shown,
  expires_on: shown,
  expires_at: shown,
  universal_control: shown,
  universal_control_uuid: shown,
  evidence_id: shown,
  exception_id: shown,
  work_item_id: shown,
  due_on: shown,
});

/** Title, line and page of an event. A chat has no language of its own: its messages are in English. */
export function wordsOf({ event, data }: RuleEvent, language: Language): EventWords {
  const of = facts.parse(data);
  return {
    title: messagesOf('mails', language)(`notification.title.${event}`),
    text: lineOf(event, of, language),
    path: pathOf(event, of),
  };
}

type Facts = z.infer<typeof facts>;

function lineOf(event: NotificationEvent, of: Facts, language: Language): string {
  const say = messagesOf('mails', language);
  const title = shortWithoutLinks(of.title);
  const day = (stored: string) => dayOf(language, stored.slice(0, 10));
  switch (event) {
    case 'control_failed':
      return say('notification.text.control_failed', { framework: of.framework, control: of.control_id });
    case 'score_fell': {
      const score = of.framework === '' ? say('notification.text.overall') : of.framework;
      return say('notification.text.score_fell', { score, from: of.previous_score, to: of.new_score });
    }
    case 'scan_failed':
      return scanError(of.error.code, say);
    case 'new_findings':
      return say('notification.text.new_findings', { critical: of.critical, high: of.high });
    case 'evidence_ends_soon':
      return say('notification.text.evidence_ends_soon', { title, day: day(of.ends_on) });
    case 'assessment_ends_soon':
      return say('notification.text.assessment_ends_soon', {
        ...{ control: of.universal_control, day: day(of.expires_at) },
      });
    case 'exception_ends_soon':
      return say('notification.text.exception_ends_soon', { title, day: day(of.expires_on) });
    case 'work_item_due':
      return say('notification.text.work_item_due', { title, day: day(of.due_on) });
  }
}

/** Page of what an event is about. An exception has none of its own: it is a place on the page of all. */
function pathOf(event: NotificationEvent, of: Facts): string {
  switch (event) {
    case 'control_failed':
      return `/controls/${encodeURIComponent(of.framework_slug)}/${encodeURIComponent(of.control_uuid)}`;
    case 'score_fell':
      return '/posture';
    case 'scan_failed':
    case 'new_findings':
      return `/scans/${encodeURIComponent(of.scan_job_id)}`;
    case 'evidence_ends_soon':
      return `/evidence/${encodeURIComponent(of.evidence_id)}`;
    case 'assessment_ends_soon':
      // An event of a former release has no id: the list of all, then.
      return `/mapping/universal${of.universal_control_uuid === '' ? '' : `/${of.universal_control_uuid}`}`;
    case 'exception_ends_soon':
      return `/exceptions#${encodeURIComponent(of.exception_id)}`;
    case 'work_item_due':
      return `/work-items/${encodeURIComponent(of.work_item_id)}`;
  }
}

type ScanError = keyof (typeof MESSAGES)['en']['mails']['notification']['scanError'];

function scanError(code: string, say: Translate<'mails'>): string {
  const known = Object.keys(MESSAGES.en.mails.notification.scanError) as ScanError[];
  return say(`notification.scanError.${known.find((each) => each === code) ?? 'other'}`, {
    code: shortWithoutLinks(code),
  });
}
