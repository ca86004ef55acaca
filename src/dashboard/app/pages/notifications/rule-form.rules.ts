/** Events that a rule can name, in the order of the form. Source: schema/contract/notifications.md. */
export const RULE_EVENTS = [
  'control_failed',
  'new_findings',
  'score_fell',
  'scan_failed',
  'evidence_ends_soon',
  'assessment_ends_soon',
  'exception_ends_soon',
  'work_item_due',
] as const;
export type RuleEvent = (typeof RULE_EVENTS)[number];

/** Events of the rules that are offered ready-made, the most wanted first. */
export const READY_EVENTS = [
  'control_failed',
  'work_item_due',
  'evidence_ends_soon',
] as const satisfies readonly RuleEvent[];
export type ReadyEvent = (typeof READY_EVENTS)[number];

/** Events to offer a ready-made rule of: those that no rule of the person has, paused or not. */
export function readyEvents(rules: readonly Pick<StoredRule, 'isOfOrganization' | 'events'>[]): ReadyEvent[] {
  const known = rules.filter(({ isOfOrganization }) => !isOfOrganization).flatMap(({ events }) => events);
  return READY_EVENTS.filter((event) => !known.includes(event));
}

/** Events of the rules that are suggested to an organization. */
export const SUGGESTED_EVENTS = ['new_findings', 'score_fell', 'scan_failed'] as const satisfies readonly RuleEvent[];
export type SuggestedEvent = (typeof SUGGESTED_EVENTS)[number];

/** Events to suggest a rule of the organization of: those that none of its rules has, paused or not. */
export function suggestedEvents(rules: readonly Pick<StoredRule, 'isOfOrganization' | 'events'>[]): SuggestedEvent[] {
  const known = rules.filter(({ isOfOrganization }) => isOfOrganization).flatMap(({ events }) => events);
  return SUGGESTED_EVENTS.filter((event) => !known.includes(event));
}

/** Chats for which the form can create the webhook. */
export const CHATS = ['slack', 'teams'] as const;
export type Chat = (typeof CHATS)[number];

/** Input of the form of a rule; an empty text is no value. */
export interface RuleValues {
  name: string;
  /** `me`, `members`, a chat whose address is given, or `webhook:<id>`. */
  receiver: string;
  /** Address of a new chat. */
  url: string;
  memberIds: string[];
  events: RuleEvent[];
  scorePoints: number;
  /** Names; none for every framework. */
  frameworks: string[];
  delivery: 'at_once' | 'digest';
  digestHour: number;
  timezone: string;
  quietFrom: string;
  quietTo: string;
}

/** Fields of the form that show their errors themselves. */
export const FIELDS = [
  ...['name', 'url', 'memberIds', 'webhookId', 'events', 'scorePoints', 'frameworks', 'digestHour'],
  ...['timezone', 'quietFrom', 'quietTo'],
];

const WEBHOOK = 'webhook:';

export const NEW_RULE: RuleValues = {
  name: '',
  receiver: 'me',
  url: '',
  memberIds: [],
  events: ['control_failed', 'new_findings', 'scan_failed'],
  scorePoints: 5,
  frameworks: [],
  delivery: 'at_once',
  digestHour: 8,
  timezone: '',
  quietFrom: '',
  quietTo: '',
};

/** A stored rule, as the service shows it. */
export interface StoredRule {
  name: string;
  isOfOrganization: boolean;
  members: readonly { id: string }[];
  webhookId: string | null;
  events: readonly RuleEvent[];
  scorePoints: number;
  frameworks: readonly string[];
  delivery: 'at_once' | 'digest';
  digestHour: number | null;
  timezone: string | null;
  quietFrom: string | null;
  quietTo: string | null;
}

export function valuesOf(rule: StoredRule): RuleValues {
  const { name, events, scorePoints, frameworks, delivery, members } = rule;
  return {
    ...{ name, scorePoints, delivery, events: [...events], frameworks: [...frameworks], url: '' },
    receiver: receiverOf(rule),
    memberIds: members.map(({ id }) => id),
    digestHour: rule.digestHour ?? NEW_RULE.digestHour,
    timezone: rule.timezone ?? '',
    quietFrom: rule.quietFrom ?? '',
    quietTo: rule.quietTo ?? '',
  };
}

function receiverOf({ isOfOrganization, webhookId }: StoredRule): string {
  if (webhookId !== null) return webhookReceiver(webhookId);
  return isOfOrganization ? 'members' : 'me';
}

/** Value of the receiver that is a webhook. */
export function webhookReceiver(id: string): string {
  return `${WEBHOOK}${id}`;
}

/** The chat whose address the form asks for; null where the receiver exists. */
export function newChatOf({ receiver }: Pick<RuleValues, 'receiver'>): Chat | null {
  return CHATS.find((chat) => chat === receiver) ?? null;
}

/** Whether frameworks narrow what a rule with these events sends. */
export function hasFrameworks({ events }: Pick<RuleValues, 'events'>): boolean {
  return events.includes('control_failed') || events.includes('score_fell');
}

/** Input of the mutations, without what a rule of a person cannot have. */
export function inputOf(values: RuleValues) {
  const { name, receiver, memberIds, events, scorePoints, frameworks, delivery, digestHour } = values;
  const receivers = {
    memberIds: receiver === 'members' ? memberIds : [],
    webhookId: receiver.startsWith(WEBHOOK) ? receiver.slice(WEBHOOK.length) : null,
  };
  return {
    ...{ name: name.trim(), events, scorePoints, delivery },
    frameworks: hasFrameworks(values) ? frameworks : [],
    digestHour: delivery === 'digest' ? digestHour : null,
    timezone: values.timezone.trim() || null,
    quietFrom: values.quietFrom || null,
    quietTo: values.quietTo || null,
    ...(receiver === 'me' ? {} : receivers),
  };
}

/** Key of what is wrong (`missing.…` of the messages). */
type Missing = 'members' | 'events' | 'quietFrom' | 'quietTo' | 'quietSame';

/** What the values lack, before the service refuses them, by the names of fields. */
export function missingIn(values: RuleValues): Readonly<Record<string, Missing>> {
  const { receiver, memberIds, events, quietFrom, quietTo } = values;
  const isUnended = quietFrom !== '' && quietTo === '';
  const isUnbegun = quietFrom === '' && quietTo !== '';
  return {
    ...(receiver === 'members' && memberIds.length === 0 ? { memberIds: 'members' } : {}),
    ...(events.length === 0 ? { events: 'events' } : {}),
    ...(isUnbegun ? { quietFrom: 'quietFrom' } : {}),
    ...(isUnended ? { quietTo: 'quietTo' } : {}),
    ...(quietFrom !== '' && quietFrom === quietTo ? { quietTo: 'quietSame' } : {}),
  };
}
