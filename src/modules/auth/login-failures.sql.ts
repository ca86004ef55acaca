import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Counts a failed login of an account. A window that has ended begins again with one failure, until `endsAt`. */
export const countLoginFailure = statement({
  name: 'auth.count_login_failure',
  row: { failures: 'int4', endsAt: 'timestamptz' },
  text: ({ account, now, endsAt }: { account: string; now: Date; endsAt: Date }) => sql`
    insert into login_failures as counted (account, failures, ends_at)
    values (${account}, 1, ${endsAt})
    on conflict (account) do update set
      failures = case when counted.ends_at > ${now} then counted.failures + 1 else 1 end,
      ends_at = case when counted.ends_at > ${now} then counted.ends_at else excluded.ends_at end
    returning failures, ends_at as "endsAt"`,
  samples: [{ account: '', now: new Date(0), endsAt: new Date(0) }],
});
