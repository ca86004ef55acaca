import { AppError, type ErrorDetail } from '../../platform/errors.js';
import { PARTIAL_ASSESSMENTS, type PartialAssessments } from '../posture/partial-assessments.js';
import { DisplayName } from './display-name.rules.js';

/** Fields of a profile that can be changed. */
export interface ProfileValues {
  name: string;
  timezone: string;
  retentionDays: number;
  hipaaPrivacy: boolean;
  partialAssessments: PartialAssessments;
}

/** Requested changes; omitted fields stay unchanged. */
export interface ProfileInput {
  name?: string | null | undefined;
  settings?:
    | {
        timezone?: string | null | undefined;
        retentionDays?: number | null | undefined;
        hipaaPrivacy?: boolean | null | undefined;
        partialAssessments?: string | null | undefined;
      }
    | null
    | undefined;
}

/** Minimum of the retention. Source: schema/contract/organizations.md, "Profile". Days. */
const RETENTION_MIN = 30;
const RETENTION_MAX = 3_650;

/**
 * Validated changes; omitted fields are absent.
 * @throws {AppError} VALIDATION_FAILED naming every invalid field
 */
export function checkedProfile({ name, settings }: ProfileInput): Partial<ProfileValues> {
  const details: ErrorDetail[] = [];
  const values: Partial<ProfileValues> = {};
  if (name !== undefined) {
    const parsed = DisplayName.safeParse(name);
    if (parsed.success) values.name = parsed.data;
    else details.push(...parsed.error.issues.map(({ message }) => ({ field: '/name', message })));
  }
  if (settings === null) details.push({ field: '/settings', message: 'may not be null' });
  const { timezone, retentionDays, hipaaPrivacy, partialAssessments } = settings ?? {};
  if (timezone !== undefined) {
    if (timezone !== null && isTimezone(timezone)) values.timezone = timezone;
    else details.push({ field: '/settings/timezone', message: 'must be an IANA time zone, such as Europe/Berlin' });
  }
  if (retentionDays !== undefined) {
    if (retentionDays !== null && retentionDays >= RETENTION_MIN && retentionDays <= RETENTION_MAX) {
      values.retentionDays = retentionDays;
    } else {
      const message = `must be a whole number from ${RETENTION_MIN} to ${RETENTION_MAX}`;
      details.push({ field: '/settings/retention_days', message });
    }
  }
  if (hipaaPrivacy === null) details.push({ field: '/settings/hipaa_privacy', message: 'must be true or false' });
  else if (hipaaPrivacy !== undefined) values.hipaaPrivacy = hipaaPrivacy;
  if (partialAssessments !== undefined) {
    const known = PARTIAL_ASSESSMENTS.find((each) => each === partialAssessments);
    if (known) values.partialAssessments = known;
    else details.push({ field: '/settings/partial_assessments', message: 'must be pass or contribute' });
  }
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
  return values;
}

/** Fields of `after` that differ from `before`; null for none. */
export function changesOf<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => after[key] !== before[key]);
  if (keys.length === 0) return null;
  const only = (values: Partial<T>) => Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}

/**
 * Whether the IANA database has the zone. The formatter knows all zones, but also offsets (`+01:00`), which are
 * excluded.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
