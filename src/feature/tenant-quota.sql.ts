import { sql } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';

interface QuotaParams {
  tenantId: string;
  /** Name of the quota. */
  quota: string;
}

/** Whether the window that is stored has ended: the new one would end a minute after it at least. */
const hasEnded = sql`excluded.window_ends_at - quotas.window_ends_at >= interval '1 minute'`;

/**
 * Takes units of a tenant's quota in the current window of a minute, or in a new one. One row when one was left, however
 * many are taken, else none. `seconds` until the window ends, and its end as a text, to name it by.
 */
export const takeUnits = statement({
  name: 'tenant_quota.take_units',
  row: { used: 'int4', seconds: 'int4!', ends: 'text!' },
  text: ({ tenantId, quota, limit, units }: QuotaParams & { limit: number; units: number }) => sql`
    with taken as (
      insert into tenant_quotas as quotas (tenant_id, quota, window_ends_at, used)
      values (${tenantId}, ${quota}, now() + interval '1 minute', ${units}::int)
      on conflict (tenant_id, quota) do update set
        used = case when ${hasEnded} then excluded.used else quotas.used + excluded.used end,
        window_ends_at = case when ${hasEnded} then excluded.window_ends_at else quotas.window_ends_at end
      where ${hasEnded} or quotas.used < ${limit}
      returning used, window_ends_at
    )
    select used, ceil(extract(epoch from window_ends_at - now()))::int as seconds, window_ends_at::text as ends from taken`,
  samples: [{ tenantId: '', quota: '', limit: 1, units: 1 }],
});

/** Gives back units of a window, where it is still the one that is stored. */
export const giveBackUnits = statement({
  name: 'tenant_quota.give_back_units',
  row: {},
  text: ({ tenantId, quota, ends, units }: QuotaParams & { ends: string; units: number }) => sql`
    update tenant_quotas set used = greatest(0, used - ${units}::int)
    where tenant_id = ${tenantId} and quota = ${quota} and window_ends_at = ${ends}::timestamptz`,
  samples: [{ tenantId: '', quota: '', ends: '', units: 1 }],
});

/** Seconds until a tenant's current window ends; negative after it. */
export const secondsLeft = statement({
  name: 'tenant_quota.seconds_left',
  row: { seconds: 'int4' },
  text: ({ tenantId, quota }: QuotaParams) => sql`
    select ceil(extract(epoch from window_ends_at - now()))::int as seconds
    from tenant_quotas where tenant_id = ${tenantId} and quota = ${quota}`,
  samples: [{ tenantId: '', quota: '' }],
});
