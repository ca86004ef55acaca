import type { PasswordPolicy } from '@aws-sdk/client-iam';
import { DAY } from '../../../platform/clock.js';

/** A row of the credential report: strings, as AWS writes them. */
export interface ReportRow {
  user: string;
  arn: string;
  /** Values by the name of the column. */
  [column: string]: string | undefined;
}

/** Rows of a credential report. No field has a comma or a quote: IAM allows neither in names. */
export function reportRows(csv: string): ReportRow[] {
  const [header = '', ...lines] = csv.split(/\r?\n/).filter(Boolean);
  const columns = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    const row = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
    return { ...row, user: row.user ?? '', arn: row.arn ?? '' };
  });
}

/** Whole days since a date of the report; null for `N/A`, `no_information` and the like. */
export function ageOf(moment: string | undefined, now: Date): number | null {
  const time = Date.parse(moment ?? '');
  return Number.isNaN(time) ? null : Math.floor((now.getTime() - time) / DAY);
}

/** Values of the report that mean that there is none. */
const NO_VALUE = ['N/A', 'no_information', 'not_supported'];

/** Existing access keys of a row, active or not, in order. A key that was never created has no date. */
export function accessKeysOf(row: ReportRow, now: Date) {
  return ['access_key_1', 'access_key_2'].flatMap((key) => {
    const active = row[`${key}_active`] === 'true';
    const age_days = ageOf(row[`${key}_last_rotated`], now);
    if (!active && age_days === null) return [];
    const service = row[`${key}_last_used_service`];
    return [
      {
        active,
        age_days,
        last_used_days: ageOf(row[`${key}_last_used_date`], now),
        last_used_service: service === undefined || NO_VALUE.includes(service) ? null : service,
      },
    ];
  });
}

/**
 * Whole days since a user last used its password or an active key; since the newest of them was made where none was ever used. Null for
 * a user who has neither.
 */
export function idleDaysOf(row: ReportRow, now: Date): number | null {
  const usable = [
    ...(row.password_enabled === 'true' ? [['password_last_used', 'password_last_changed'] as const] : []),
    ...['access_key_1', 'access_key_2']
      .filter((key) => row[`${key}_active`] === 'true')
      .map((key) => [`${key}_last_used_date`, `${key}_last_rotated`] as const),
  ];
  if (usable.length === 0) return null;
  const uses = usable.flatMap(([used]) => ageOf(row[used], now) ?? []);
  const since = uses.length > 0 ? uses : usable.flatMap(([, made]) => ageOf(row[made], now) ?? []);
  // Without any date, all that is known is when the user was made.
  return since.length > 0 ? Math.min(...since) : ageOf(row.user_creation_time, now);
}

/** Properties of the root user. */
export function rootOf(row: ReportRow, now: Date) {
  const uses = [row.password_last_used, row.access_key_1_last_used_date, row.access_key_2_last_used_date].flatMap(
    (moment) => ageOf(moment, now) ?? [],
  );
  return {
    // `not_supported`: the account still has its original password.
    password_enabled: row.password_enabled !== 'false',
    mfa_active: row.mfa_active === 'true',
    access_key_1_active: row.access_key_1_active === 'true',
    access_key_2_active: row.access_key_2_active === 'true',
    last_used_days: uses.length === 0 ? null : Math.min(...uses),
  };
}

/** Properties of the password policy. Without one, AWS requires eight characters of three kinds and nothing else. */
export function passwordPolicyOf(policy: PasswordPolicy | null) {
  return {
    is_set: () => policy !== null,
    minimum_length: () => policy?.MinimumPasswordLength ?? 8,
    requires_symbols: () => policy?.RequireSymbols ?? false,
    requires_numbers: () => policy?.RequireNumbers ?? false,
    requires_uppercase: () => policy?.RequireUppercaseCharacters ?? false,
    requires_lowercase: () => policy?.RequireLowercaseCharacters ?? false,
    allows_change: () => policy?.AllowUsersToChangePassword ?? false,
    max_age_days: () => policy?.MaxPasswordAge ?? null,
    reuse_prevention: () => policy?.PasswordReusePrevention ?? null,
  };
}
