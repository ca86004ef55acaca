import { AppError, type ErrorDetail } from '../../platform/errors.js';
import { isTimezone } from '../organizations/organization.rules.js';
import type { NotificationDelivery, NotificationEvent } from './notification-kinds.js';

/** What a person says of a rule. */
export interface RuleFields {
  name: string;
  events: NotificationEvent[];
  /** Points by which a score has to fall, 1 to 100. */
  scorePoints: number;
  /** Names or slugs; none for every framework. */
  frameworks: string[];
  delivery: NotificationDelivery;
  /** 0 to 23; of a digest alone. */
  digestHour: number | null;
  /** IANA name; null for that of the organization. */
  timezone: string | null;
  quietFrom: string | null;
  quietTo: string | null;
  isPaused: boolean;
  /** Receivers of a rule of the organization. */
  memberIds: string[];
  webhookId: string | null;
}

/** Values of a rule that says only what it is about. Source: schema/contract/notifications.md. */
export const FIELDS_DEFAULT: Omit<RuleFields, 'name' | 'events'> = {
  scorePoints: 1,
  frameworks: [],
  delivery: 'at_once',
  digestHour: null,
  timezone: null,
  quietFrom: null,
  quietTo: null,
  isPaused: false,
  memberIds: [],
  webhookId: null,
};
/** Local hour of a digest of which none is said. */
const DIGEST_HOUR = 8;
const LOCAL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * The fields as they are stored.
 * @param isPersonal whether the rule is one of a person, which has no other receiver
 * @throws {AppError} VALIDATION_FAILED naming every field that does not fit
 */
export function checkedFields(given: RuleFields, isPersonal: boolean): RuleFields {
  const fields: RuleFields = {
    ...given,
    name: given.name.trim(),
    events: [...new Set(given.events)],
    memberIds: [...new Set(given.memberIds.map((id) => id.toLowerCase()))],
    webhookId: given.webhookId?.toLowerCase() ?? null,
    digestHour: given.delivery === 'digest' ? (given.digestHour ?? DIGEST_HOUR) : given.digestHour,
  };
  const details = [...timeFaults(fields), ...(isPersonal ? personalFaults(fields) : receiverFaults(fields))];
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', 'the input is not valid', { details });
  return fields;
}

function timeFaults({ delivery, digestHour, timezone, quietFrom, quietTo }: RuleFields): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const add = (field: string, message: string) => faults.push({ field, message });
  if (delivery === 'at_once' && digestHour !== null) add('/digest_hour', 'is that of a digest alone');
  if (digestHour !== null && (digestHour < 0 || digestHour > 23)) add('/digest_hour', 'must be from 0 to 23');
  if (timezone !== null && !isTimezone(timezone))
    add('/timezone', 'must be an IANA time zone, such as Europe/Berlin, or null for that of the organization');
  for (const [field, time] of [
    ['/quiet_from', quietFrom],
    ['/quiet_to', quietTo],
  ] as const)
    if (time !== null && !LOCAL_TIME.test(time)) add(field, 'must be a local time, such as 22:00');
  if (quietFrom !== null && quietTo === null) add('/quiet_to', 'is needed where quiet hours begin');
  if (quietFrom === null && quietTo !== null) add('/quiet_from', 'is needed where quiet hours end');
  if (quietFrom !== null && quietFrom === quietTo)
    add('/quiet_to', 'must differ from the beginning of the quiet hours');
  return faults;
}

function personalFaults({ memberIds, webhookId }: RuleFields): ErrorDetail[] {
  const message = 'is for rules of the organization: a rule of your own notifies you alone';
  return [
    ...(memberIds.length > 0 ? [{ field: '/member_ids', message }] : []),
    ...(webhookId !== null ? [{ field: '/webhook_id', message }] : []),
  ];
}

function receiverFaults({ memberIds, webhookId }: RuleFields): ErrorDetail[] {
  if (webhookId !== null && memberIds.length > 0)
    return [
      { field: '/webhook_id', message: 'may not be given with member_ids: a rule notifies members or a webhook' },
    ];
  if (webhookId === null && memberIds.length === 0)
    return [{ field: '/member_ids', message: 'is needed where there is no webhook_id: the receivers of the rule' }];
  return [];
}
