import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Lease of a key while its request is in progress, on the database's clock; after a crash the key is free in a minute.
 */
const LEASE = '60 seconds';

/** The properties by which a key is unique. */
export interface KeyPlace {
  tenantId: string;
  userId: string;
  operation: string;
  key: string;
}

interface ClaimParams extends KeyPlace {
  /** Id of the claim; only its holder can write the outcome. */
  id: string;
  fingerprint: string | null;
  now: Date;
  expiresAt: Date;
}

/**
 * Claims a key that is unused, has expired, or whose holder has died. One row on success, else none: with what a holder who died has
 * changed, and the fingerprint of its request.
 */
export const claimKey = statement({
  name: 'idempotency.claim_key',
  row: { id: 'uuid', effect: 'text?', fingerprint: 'text?' },
  text: ({ tenantId, userId, operation, key, fingerprint, id, now, expiresAt }: ClaimParams) => sql`
    insert into idempotency_keys as known
      (tenant_id, user_id, operation, key, fingerprint, id, lease_expires_at, expires_at)
    values (${tenantId}, ${userId}, ${operation}, ${key}, ${fingerprint}, ${id}, now() + ${LEASE}::interval, ${expiresAt})
    on conflict (tenant_id, user_id, operation, key) do update set
      effect = case when known.expires_at > ${now} then known.effect end,
      fingerprint = case
        when known.expires_at > ${now} and known.effect is not null then known.fingerprint else excluded.fingerprint
      end,
      answer = null, id = excluded.id,
      lease_expires_at = excluded.lease_expires_at, expires_at = excluded.expires_at
    where known.expires_at <= ${now} or (known.answer is null and excluded.lease_expires_at - known.lease_expires_at >= ${LEASE}::interval)
    returning id, effect, fingerprint`,
  samples: [
    {
      tenantId: '',
      userId: '',
      operation: '',
      key: '',
      id: '',
      fingerprint: null,
      now: new Date(0),
      expiresAt: new Date(0),
    },
  ],
});

/** Renews the lease of a claim whose request is in progress. */
export const renewLease = statement({
  name: 'idempotency.renew_lease',
  row: {},
  text: ({ tenantId, userId, operation, key, id }: KeyPlace & { id: string }) => sql`
    update idempotency_keys set lease_expires_at = now() + ${LEASE}::interval
    where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key}
      and id = ${id} and answer is null`,
  samples: [{ tenantId: '', userId: '', operation: '', key: '', id: '' }],
});

/**
 * Stores what a request has changed, for as long as the claim is held. No lease is asked for: whoever took over has another claim.
 * Changes no row where that is so.
 */
export const recordEffect = statement({
  name: 'idempotency.record_effect',
  row: {},
  text: ({
    tenantId,
    userId,
    operation,
    key,
    id,
    effect,
    fingerprint,
  }: KeyPlace & { id: string; effect: string; fingerprint: string }) => sql`
    update idempotency_keys set effect = ${effect}, fingerprint = ${fingerprint}
    where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key} and id = ${id}`,
  samples: [{ tenantId: '', userId: '', operation: '', key: '', id: '', effect: '', fingerprint: '' }],
});

/** Frees the key of a request that failed: at once for its repetition, which learns what was changed before it failed. */
export const freeKey = statement({
  name: 'idempotency.free_key',
  row: {},
  text: ({ tenantId, userId, operation, key, id }: KeyPlace & { id: string }) => sql`
    with freed as (
      delete from idempotency_keys
      where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key} and id = ${id}
        and effect is null
    )
    update idempotency_keys set lease_expires_at = now() - interval '1 second'
    where tenant_id = ${tenantId} and user_id = ${userId} and operation = ${operation} and key = ${key} and id = ${id}
      and effect is not null`,
  samples: [{ tenantId: '', userId: '', operation: '', key: '', id: '' }],
});
