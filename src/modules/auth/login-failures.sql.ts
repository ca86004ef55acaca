import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

const NOBODY = { keys: [], subjects: [], now: new Date(0), endsAt: new Date(0) };

/**
 * Counts a failure in every counter, in the order of their keys, so that concurrent ones wait and do not deadlock. A window that has ended
 * begins again with one failure, until `endsAt`.
 */
export const countLoginFailures = statement({
  name: 'auth.count_login_failures',
  row: { key: 'text', failures: 'int4', endsAt: 'timestamptz' },
  text: ({
    keys,
    subjects,
    now,
    endsAt,
  }: {
    keys: readonly string[];
    subjects: readonly (string | null)[];
    now: Date;
    endsAt: Date;
  }) => sql`
    insert into login_failures as counted (account, subject, failures, ends_at)
    select key, subject, 1, ${endsAt}::timestamptz
    from unnest(${keys}::text[], ${subjects}::text[]) as given (key, subject)
    order by key
    on conflict (account) do update set
      failures = case when counted.ends_at > ${now} then counted.failures + 1 else 1 end,
      ends_at = case when counted.ends_at > ${now} then counted.ends_at else excluded.ends_at end
    returning account as key, failures, ends_at as "endsAt"`,
  samples: [NOBODY],
});

/** Failures of counters whose window has not ended, and whether somebody has logged in to the account from the address (`origin`). */
export const loginFailures = statement({
  name: 'auth.login_failures',
  row: { key: 'text?', failures: 'int4?', endsAt: 'timestamptz?', isKnown: 'bool' },
  text: ({ keys, origin, now }: { keys: readonly string[]; origin: string; now: Date }) => sql`
    select f.account as key, f.failures, f.ends_at as "endsAt", known.is_known as "isKnown"
    from (select exists (select from login_origins where account = ${origin}) as is_known) as known
    left join login_failures f on f.account = any (${keys}::text[]) and f.ends_at > ${now}`,
  samples: [{ keys: [], origin: '', now: new Date(0) }],
});

/** Remembers that somebody has logged in to an account from an address. */
export const rememberOrigin = statement({
  name: 'auth.remember_login_origin',
  row: {},
  text: ({ origin, subject, now }: { origin: string; subject: string | null; now: Date }) => sql`
    insert into login_origins (account, subject, last_login_at) values (${origin}, ${subject}, ${now})
    on conflict (account) do update set last_login_at = excluded.last_login_at`,
  samples: [{ origin: '', subject: '', now: new Date(0) }],
});
