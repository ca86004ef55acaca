import type { RawBuilder } from 'kysely';
import { sql } from '../database/database.js';

/** What a look for due work of all tenants takes (`FairPool`). */
export interface DueLook {
  now: Date;
  /** Of each tenant, and of all together. */
  ofTenant: number;
  limit: number;
  /** Ids that are left out. */
  without: readonly string[];
}

export const SAMPLE_LOOK: DueLook = { now: new Date(0), ofTenant: 1, limit: 1, without: [] };

/**
 * Statement that finds of every tenant the first few of what is due, in turns by tenant, the longest due first. For the system scope.
 * @param due rows with `id`, `tenant_id` and `since`, when each became due
 * @param more further columns of these. @default none
 */
export function dueInTurns(
  due: RawBuilder<unknown>,
  { ofTenant, limit }: Pick<DueLook, 'ofTenant' | 'limit'>,
  more: RawBuilder<unknown> = sql``,
) {
  return sql`
    select id, tenant_id as "tenantId" ${more}
    from (select d.*, row_number() over (partition by d.tenant_id order by d.since, d.id) as place from (${due}) d) due
    where place <= ${ofTenant}::int order by place, since, id limit ${limit}`;
}
