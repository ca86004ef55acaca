import { z } from 'zod';
import type { EventType } from '../events/outbox.js';

/** What the receiver of a webhook reads: the event as JSON, or a message as a chat accepts it. */
export type WebhookFormat = 'json' | 'slack' | 'teams';

/** Hosts at which a chat takes messages. Source: the same pages as of `sentBody`; GovSlack; "Workflow trigger URL changes" (Microsoft) */
const CHAT_HOSTS: Record<Exclude<WebhookFormat, 'json'>, RegExp> = {
  slack: /^hooks\.slack(-gov)?\.com$/,
  teams: /\.(logic\.azure\.(com|us)|webhook\.office\.com|environment\.api\.powerplatform\.com)$/,
};

/** Whether a host, in lower case, is one at which the chat takes messages. */
export function isAddressOfChat(format: Exclude<WebhookFormat, 'json'>, host: string): boolean {
  return CHAT_HOSTS[format].test(host);
}

/** First line of the message about each event. */
const TITLES: Record<EventType | 'ping', string> = {
  'scan.completed': 'Scan completed',
  'scan.failed': 'Scan failed',
  'compliance.score_changed': 'Score changed',
  'compliance.control_failed': 'Control failed',
  'compliance.assessment_disputed': 'Scan contradicts an assessment',
  'compliance.assessment_ends_soon': 'Assessment ends soon',
  'evidence.uploaded': 'Evidence uploaded',
  'integration.disconnected': 'Integration disconnected',
  'exception.ends_soon': 'Exception ends soon',
  'exception.expired': 'Exception ended: its findings count again',
  'exception.new_matches': 'New resources match an exception',
  'audit.head_signed': 'Head of the audit trail signed',
  notification: 'Notification',
  ping: 'Test message from Crosswalk',
};

/** Event of a message that a notification rule sends to its webhook, whether that subscribes to it or not. */
export const NOTIFICATION = 'notification' satisfies EventType;

/** Events of a notification that a message has a line for. */
const LINES_MAX = 20;

/** Characters of one value: keeps the longest message far below 28 KB (Teams) and 40,000 characters (Slack). */
const VALUE_LENGTH_MAX = 300;

const eventBody = z.object({ event: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) });

/** A line of a message. */
interface Fact {
  label: string;
  value: string;
}

/**
 * The body to send for a stored event, the same at every attempt. No value of the event is read as markup, a mention or a link text.
 * Source: "Sending messages using incoming webhooks" (Slack); "Create incoming webhooks with Workflows" (Teams, Adaptive Cards 1.2)
 * @param body the event as JSON, as it is stored
 */
export function sentBody(format: WebhookFormat, body: string): string {
  switch (format) {
    case 'json':
      return body;
    case 'slack':
      return JSON.stringify(slackMessage(messageOf(body)));
    case 'teams':
      return JSON.stringify(teamsMessage(messageOf(body)));
  }
}

interface Message {
  title: string;
  facts: Fact[];
}

/** What a notification rule sends to a webhook; its texts have no address but our own. */
const notificationData = z.object({
  rule: z.string(),
  is_test: z.boolean(),
  event_count: z.number(),
  events: z.array(z.object({ title: z.string(), text: z.string(), url: z.string() })),
});

function messageOf(body: string): Message {
  const { event, timestamp, data } = eventBody.parse(JSON.parse(body));
  if (event === NOTIFICATION) return notificationMessage(data);
  const title = (TITLES as Partial<Record<string, string>>)[event] ?? event;
  const facts = Object.entries({ ...data, at: timestamp }).flatMap(([name, value]) => factOf(name, value));
  return { title, facts };
}

function notificationMessage(data: Record<string, unknown>): Message {
  const { rule, is_test: isTest, events, event_count: count } = notificationData.parse(data);
  const facts = events
    .slice(0, LINES_MAX)
    .map(({ title, text, url }) => ({ label: title, value: `${shortened(text)} ${url}` }));
  const more = count - facts.length;
  return {
    title: `${isTest ? 'Test of the notification rule' : 'Notification'}: ${shortened(rule)}`,
    facts: more > 0 ? [...facts, { label: 'More', value: String(more) }] : facts,
  };
}

/** Ids beside a code by which people know the same thing. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['control_uuid', 'universal_control_uuid']);

/** Of a list its length; nothing of what is null or an object, or for programs alone. */
function factOf(name: string, value: unknown): Fact[] {
  if (FOR_PROGRAMS.has(name)) return [];
  const shown = Array.isArray(value) ? value.length : value;
  if (typeof shown !== 'string' && typeof shown !== 'number' && typeof shown !== 'boolean') return [];
  const words = name.replaceAll('_', ' ');
  return [{ label: words.charAt(0).toUpperCase() + words.slice(1), value: shortened(String(shown)) }];
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length > VALUE_LENGTH_MAX ? `${characters.slice(0, VALUE_LENGTH_MAX).join('')}…` : line;
}

function slackMessage({ title, facts }: Message) {
  const lines = [title, ...facts.map(({ label, value }) => `${label}: ${value}`)];
  return { text: escapedForSlack(lines.join('\n')), mrkdwn: false };
}

/** The three characters with which Slack begins mentions, links and entities. */
function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text runs, unlike text blocks and fact sets, are not read as Markdown. */
function teamsMessage({ title, facts }: Message) {
  const lines = facts.map(({ label, value }) => ({
    type: 'RichTextBlock',
    inlines: [
      { type: 'TextRun', text: `${label}: `, weight: 'bolder' },
      { type: 'TextRun', text: value },
    ],
  }));
  const heading = {
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: title, size: 'large', weight: 'bolder' }],
  };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    body: [heading, ...lines],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}
