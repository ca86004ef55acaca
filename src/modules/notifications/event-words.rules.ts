import { z } from 'zod';
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

const TITLES: Record<NotificationEvent, string> = {
  control_failed: 'Control failed',
  score_fell: 'Score fell',
  scan_failed: 'Scan failed',
  new_findings: 'New findings',
  evidence_ends_soon: 'Evidence ends soon',
  assessment_ends_soon: 'Assessment ends soon',
  exception_ends_soon: 'Exception ends soon',
  work_item_due: 'Work item due',
};

/** Characters of a text that somebody has written. */
const TEXT_LENGTH_MAX = 120;

const shown = z.union([z.string(), z.number()]).transform(String).catch('');
const facts = z.object({
  control_id: shown,
  control_uuid: shown,
  framework: shown,
  framework_slug: shown,
  previous_score: shown,
  new_score: shown,
  scan_job_id: shown,
  error: z.object({ code: shown }).catch({ code: '' }),
  critical: z.number().catch(0),
  high: z.number().catch(0),
  title: shown,
  ends_on: shown,
  expires_on: shown,
  expires_at: shown,
  universal_control: shown,
  exception_id: shown,
  work_item_id: shown,
  due_on: shown,
});

/** Title, line and page of an event. */
export function wordsOf({ event, data }: RuleEvent): EventWords {
  const of = facts.parse(data);
  return { title: TITLES[event], ...lineOf(event, of) };
}

function lineOf(event: NotificationEvent, of: z.infer<typeof facts>): Omit<EventWords, 'title'> {
  switch (event) {
    case 'control_failed':
      return {
        text: `${of.framework} ${of.control_id}, which passed before`,
        path: `/controls/${encodeURIComponent(of.framework_slug)}/${encodeURIComponent(of.control_uuid)}`,
      };
    case 'score_fell':
      return {
        text: `${of.framework === '' ? 'Overall' : of.framework}: from ${of.previous_score} to ${of.new_score} %`,
        path: '/posture',
      };
    case 'scan_failed':
      return { text: withoutLinks(of.error.code).toLowerCase().replaceAll('_', ' '), path: `/scans/${of.scan_job_id}` };
    case 'new_findings':
      return {
        text: `${of.critical} critical and ${of.high} high are failing since this scan`,
        path: `/scans/${of.scan_job_id}`,
      };
    case 'evidence_ends_soon':
      return { text: `“${withoutLinks(of.title)}” ends on ${of.ends_on}`, path: '/evidence' };
    case 'assessment_ends_soon':
      return {
        text: `That of ${of.universal_control} expires on ${of.expires_at.slice(0, 10)}`,
        path: `/mapping/universal/${encodeURIComponent(of.universal_control)}`,
      };
    case 'exception_ends_soon':
      return { text: `“${withoutLinks(of.title)}” ends on ${of.expires_on}`, path: '/exceptions' };
    case 'work_item_due':
      return { text: `“${withoutLinks(of.title)}” is due on ${of.due_on}`, path: `/work-items/${of.work_item_id}` };
  }
}

/**
 * A text of somebody else on one line, in which no program that shows messages finds an address to make a link of: `example[.]com`,
 * `https[:]//…`, `somebody[at]example[.]com`, as reports of attacks write them.
 */
export function withoutLinks(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/\b(mailto|tel|javascript|data):/gi, '$1[:]')
    .replaceAll('@', '[at]')
    .replaceAll(/[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}])/gu, '[.]')
    .trim();
  const characters = Array.from(line);
  return characters.length > TEXT_LENGTH_MAX ? `${characters.slice(0, TEXT_LENGTH_MAX).join('')}…` : line;
}
